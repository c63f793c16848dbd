import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { answerQueries } from './read-queries.ts'

test('each line is a query, however lines end', async () => {
  const file = await queriesFile('\uFEFFone\r\n\r\n  two\r{"query": "three"}\n{"q": 4}\n{"query": "cut\nlast')
  expect(await answersOf(file)).toEqual(['one', 'two', 'three', 'CLI_QUERY_LINE', 'CLI_QUERY_LINE', 'last'])
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
  const stopped = answersOf(file, AbortSignal.timeout(100))
  await expect(stopped).rejects.toMatchObject({ name: 'TimeoutError' })
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
  const answers = answerQueries(file, {
    open: () => Promise.resolve({ [Symbol.asyncDispose]: () => Promise.resolve() }),
    answer: (_opened, query) => Promise.resolve(query),
    signal,
  })
  const said: string[] = []
  for await (const answer of answers) said.push(typeof answer === 'string' ? answer : answer.error.code)
  return said
}
