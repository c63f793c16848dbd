import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
// oxlint-disable-next-line no-restricted-imports -- to see what comes through a pipe of this machine
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answerQueries } from './read-queries.ts'

test('each line is a query, however lines end', async () => {
  const file = await queriesFile('\uFEFFone\r\n\r\n  two\r{"query": "three"}\n{"q": 4}\n{"query": "cut\nlast')
  expect(await answersOf(file)).toEqual(['one', 'two', 'three', 'CLI_QUERY_LINE', 'CLI_QUERY_LINE', 'last'])
})

test('tags of a line are used where they mean something, and labels of a file stay its own', async () => {
  const lines = [
    '{"query":"a","tags":":AI:two:"}',
    '{"query":"b","tags":["AI","two"]}',
    '{"query":"c","tags":[1]}',
    '{"query":"d","gold":"writer","also":[]}',
    '{"query":"e","tags":null}',
    'f',
  ]
  const file = await queriesFile(`\uFEFF\r\n${lines.join('\r\n')}`)
  const said = (number: number, what: string): string => `Line ${number} ${what}. It was not answered.`
  const tags = 'has `tags` that are neither a text nor texts'
  expect(await reportedOf(file, ['tags'])).toEqual([
    { text: 'a', tags: [':AI:two:'] },
    { text: 'b', tags: ['AI', 'two'] },
    said(4, tags),
    { text: 'd', tags: [] },
    { text: 'e', tags: [] },
    { text: 'f', tags: [] },
  ])
  expect(await reportedOf(file)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((text) => ({ text, tags: [] })))
})

test('lines of a file in UTF-16 are not taken for words', async () => {
  const file = await queriesFile('')
  await writeFile(file, '\uFEFFone\ntwo\n', 'utf16le')
  const [first] = await reportedOf(file)
  expect(first).toBe('Line 1 is no text in UTF-8. It was not answered.')
  expect(new Set(await answersOf(file))).toEqual(new Set(['CLI_QUERY_LINE']))
})

test('an end of a line that comes in two pieces is one', async () => {
  const file = await queriesFile('')
  await rm(file)
  await promisify(execFile)('mkfifo', [file])
  const read = vi.spyOn(Socket.prototype, 'push')
  const reported = reportedOf(file)
  const pipe = await open(file, 'w')
  for (const piece of ['one\r', '\ntwo\r', '{"q', '":1}\r']) {
    await pipe.write(piece)
    await expect.poll(() => read.mock.lastCall?.map(String)).toContain(piece)
  }
  await pipe.close()
  const broken = 'begins with `{` and is no JSON object with a text in `query`'
  expect(await reported).toEqual([
    { text: 'one', tags: [] },
    { text: 'two', tags: [] },
    `Line 3 ${broken}. It was not answered.`,
  ])
})

test('a line without end is refused before it fills the memory', async () => {
  await expect(answersOf('/dev/zero')).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNREADABLE',
    details: { reason: 'a line is longer than 1,000,000 characters' },
  })
})

test.each([
  ['that is not there', async (file: string) => await rm(file)],
  [
    'that is a folder',
    async (file: string) => await rm(file).then(async () => await promisify(execFile)('mkdir', [file])),
  ],
])('a file %s is told', async (_name, change) => {
  const file = await queriesFile('')
  await change(file)
  await expect(answersOf(file)).rejects.toMatchObject({ code: 'PLATFORM_FILE_UNREADABLE' })
})

test('a named pipe is waited for, and let go when aborted', async () => {
  const file = await queriesFile('')
  await rm(file)
  await promisify(execFile)('mkfifo', [file])
  const waits = vi.spyOn(Socket.prototype, 'setEncoding')
  const controller = new AbortController()
  const stopped = answersOf(file, controller.signal)
  await expect.poll(() => waits.mock.calls.length).toBe(1)
  controller.abort(new Error('enough'))
  await expect(stopped).rejects.toThrow('enough')
  const answers = answersOf(file)
  await writeFile(file, 'one\ntwo\n')
  expect(await answers).toEqual(['one', 'two'])
})

async function queriesFile(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'queries-'))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'queries.txt')
  await writeFile(file, text)
  return file
}

async function answersOf(file: string, signal = new AbortController().signal): Promise<readonly string[]> {
  const said: string[] = []
  for await (const answer of answers(file, { signal })) said.push('text' in answer ? answer.text : answer.error.code)
  return said
}

async function reportedOf(file: string, fields?: readonly 'tags'[]): Promise<readonly unknown[]> {
  const reported: unknown[] = []
  for await (const answer of answers(file, { fields, signal: new AbortController().signal }))
    reported.push('text' in answer ? { ...answer } : answer.error.message)
  return reported
}

function answers(file: string, options: Pick<Parameters<typeof answerQueries>[1], 'fields' | 'signal'>) {
  return answerQueries(file, { answer: (query) => Promise.resolve(query), ...options })
}
