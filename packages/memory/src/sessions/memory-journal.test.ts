import * as fc from 'fast-check'
import { appendFile, mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { memorySpace } from './__fixtures__/memory-space.ts'
import { MemoryJournal, readMemories } from './memory-journal.ts'
import { remember } from './remember.ts'

const now = (): Date => new Date('2026-01-05T08:00:00Z')

test('a line that a killed writer left is reported, closed by the next one, and costs no other line', async () => {
  const paths = await memorySpace()
  const { file } = new MemoryJournal(paths)
  await remember(paths, { summary: 'First.' }, { now })
  const whole = await readFile(file, 'utf8')
  await appendFile(file, whole.slice(0, 60))
  expect((await readMemories(paths)).findings).toMatchObject([{ code: 'MEMORY_JOURNAL_UNFINISHED', severity: 'info' }])
  await remember(paths, { summary: 'Second.' }, { now })
  const { memories, findings } = await readMemories(paths)
  expect(memories.map(({ summary }) => summary)).toEqual(['First.', 'Second.'])
  expect(findings).toMatchObject([
    { code: 'MEMORY_JOURNAL_LINE', subject: `${file}:2`, message: expect.stringContaining('no JSON') },
  ])
})

test('a last line without a line feed counts once, also after it was closed', async () => {
  const paths = await memorySpace()
  const { file } = new MemoryJournal(paths)
  await remember(paths, { summary: 'First.' }, { now })
  await truncate(file, (await readFile(file)).length - 1)
  const journal = new MemoryJournal(paths)
  expect((await journal.read()).ledger.memories).toHaveLength(1)
  await remember(paths, { summary: 'Second.' }, { now, journal })
  const view = await journal.read()
  expect(view.ledger.memories.map(({ id }) => id)).toEqual(['mem-2026-01-05-001', 'mem-2026-01-05-002'])
  expect(view.findings).toEqual([])
})

test('cut anywhere, the journal still gives every line before the cut and takes new ones', async () => {
  const paths = await memorySpace()
  const { file } = new MemoryJournal(paths)
  for (const summary of ['Ä one', 'two 🦊', 'three']) await remember(paths, { summary, tags: ['x'] }, { now })
  const bytes = await readFile(file)
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length), async (cut) => {
      await writeFile(file, bytes.subarray(0, cut))
      // A cut just before a line feed leaves the line whole.
      const whole = bytes.subarray(0, cut + 1).filter((byte) => byte === 0x0a).length
      await remember(paths, { summary: 'after' }, { now })
      const { memories } = await readMemories(paths)
      expect(memories.slice(0, -1).map(({ summary }) => summary)).toEqual(['Ä one', 'two 🦊', 'three'].slice(0, whole))
      expect(memories.at(-1)?.summary).toBe('after')
    }),
    { numRuns: process.env['LONG'] === undefined ? 12 : 40 },
  )
})

test('garbage between lines is passed over with a finding for each, up to a limit', async () => {
  const paths = await memorySpace()
  const { file } = new MemoryJournal(paths)
  await mkdir(dirname(file), { recursive: true })
  const garbage = ['{"event":"added"}', '', '\u0000\u0000', '[]', '{"event":"flown","event_id":"1"}']
  const unknown = '{"event":"confirmed","event_id":"2","at":"2026-01-05T08:00:00.000Z","id":"mem-x"}'
  await writeFile(file, `${[...garbage, unknown].join('\n')}\n${'junk\n'.repeat(500)}`)
  await remember(paths, { summary: 'Still there.' }, { now })
  const { memories, findings } = await readMemories(paths)
  expect(memories.map(({ summary }) => summary)).toEqual(['Still there.'])
  expect(findings).toHaveLength(101)
  expect(findings[5]?.message).toContain('there is no memory mem-x')
  expect(findings[100]?.message).toContain('Further lines are not listed')
})

test('the same line twice counts once; another text under a taken id is kept under another', async () => {
  const paths = await memorySpace()
  const { file } = new MemoryJournal(paths)
  await remember(paths, { summary: 'First.' }, { now })
  const line = await readFile(file, 'utf8')
  await appendFile(file, line)
  await appendFile(file, line.replace(/"event_id":"[^"]+"/, '"event_id":"abcdefgh-1"').replace('First.', 'Rival.'))
  const { memories, findings } = await readMemories(paths)
  expect(memories.map(({ id, summary }) => [id, summary])).toEqual([
    ['mem-2026-01-05-001', 'First.'],
    ['mem-2026-01-05-001-abcdefgh', 'Rival.'],
  ])
  expect(findings).toMatchObject([{ message: expect.stringContaining('is taken') }])
})

test('an open journal sees what others added, and starts again when the file was replaced', async () => {
  const paths = await memorySpace()
  const journal = new MemoryJournal(paths)
  expect((await journal.read()).ledger.memories).toEqual([])
  await remember(paths, { summary: 'First.' }, { now })
  const reads = await Promise.all([journal.read(), journal.read()])
  expect(reads.map(({ ledger }) => ledger.memories.length)).toEqual([1, 1])
  await writeFile(journal.file, '')
  expect((await journal.read()).ledger.memories).toEqual([])
})

test('very many lines are read', async () => {
  const paths = await memorySpace()
  const { file } = new MemoryJournal(paths)
  await remember(paths, { summary: 'x'.repeat(500) }, { now })
  const line = await readFile(file, 'utf8')
  const many = Array.from({ length: 2000 }, (_, index) =>
    line.replace(/"event_id":"[^"]+"/, `"event_id":"${index}"`).replace('-001"', `-${index + 2}"`),
  )
  await writeFile(file, many.join(''))
  const { memories } = await readMemories(paths)
  expect(memories).toHaveLength(2000)
  expect(await remember(paths, { summary: 'Next.' }, { now })).toMatchObject({ id: 'mem-2026-01-05-2002' })
})
