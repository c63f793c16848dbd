import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { sha256 } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { memorySpace, openNotes, tickingClock } from './__fixtures__/memory-space.ts'
import { MemoryJournal, readMemories } from './memory-journal.ts'
import { checkRecord, remember, rememberAll } from './remember.ts'
import type { MemoryRecord } from './session-memory.ts'

const now = (): Date => new Date('2025-12-21T10:15:32Z')

const researched: MemoryRecord = {
  summary:
    'Researched data tokenization for RWA markets.\nKey finding: SPV structure enables fractional ownership.\nCreated zettel on tokenization mechanics.\n',
  agent_id: 'gtd-research-processor',
  source_execution: 'exec-2025-12-21-001',
  insights: ['SPV structure is key enabler for data tokenization'],
  tags: ['tokenization', 'rwa'],
  outputs: ['notes/2-knowledge/zettel/Data-Tokenization.md'],
}

test('the record of the specification is stored, read back and numbered by day', async () => {
  const paths = await memorySpace()
  expect(await remember(paths, researched, { now })).toEqual({
    id: 'mem-2025-12-21-001',
    merged: false,
    indexed: false,
    similar_to: undefined,
  })
  expect(await remember(paths, { summary: 'Another.' }, { now })).toMatchObject({ id: 'mem-2025-12-21-002' })
  const later = () => new Date('2025-12-22T00:00:00Z')
  expect(await remember(paths, { summary: 'Next day.' }, { now: later })).toMatchObject({ id: 'mem-2025-12-22-001' })
  const { memories, findings } = await readMemories(paths)
  expect(findings).toEqual([])
  expect(memories[0]).toEqual({
    ...researched,
    id: 'mem-2025-12-21-001',
    timestamp: '2025-12-21T10:15:32.000Z',
    type: 'session-memory',
    origin: 'execution',
    status: 'candidate',
    executions: ['exec-2025-12-21-001'],
  })
})

test('the same words of the same agent are one memory that gathers tags, insights and executions', async () => {
  const paths = await memorySpace()
  await remember(paths, researched, { now })
  const again = {
    ...researched,
    summary: `  ${researched.summary.toUpperCase().replaceAll(' ', '  ')}`,
    source_execution: 'exec-2',
    tags: ['rwa', 'verity'],
    insights: ['Clarity is needed'],
  }
  expect(await remember(paths, again, { now })).toMatchObject({ id: 'mem-2025-12-21-001', merged: true })
  expect(await remember(paths, { ...researched, agent_id: 'other' }, { now })).toMatchObject({ merged: false })
  expect(await remember(paths, { ...researched, type: 'lesson' }, { now })).toMatchObject({ merged: false })
  const [memory] = (await readMemories(paths)).memories
  expect(memory).toMatchObject({
    summary: researched.summary,
    tags: ['tokenization', 'rwa', 'verity'],
    insights: ['SPV structure is key enabler for data tokenization', 'Clarity is needed'],
    executions: ['exec-2025-12-21-001', 'exec-2'],
    source_execution: 'exec-2025-12-21-001',
  })
})

test('tags are written as in notes', async () => {
  const paths = await memorySpace()
  await remember(paths, { summary: 'x', tags: ['#Data', 'data', 'RWA/Spv'] }, { now })
  expect((await readMemories(paths)).memories[0]?.tags).toEqual(['data', 'rwa/spv'])
})

test('saying exactly the same twice writes nothing', async () => {
  const paths = await memorySpace()
  const { file } = new MemoryJournal(paths)
  await remember(paths, researched, { now })
  const before = await readFile(file, 'utf8')
  expect(await remember(paths, researched, { now })).toMatchObject({ merged: true, id: 'mem-2025-12-21-001' })
  expect(await readFile(file, 'utf8')).toBe(before)
})

test('a batch is one write, and the same text twice in it is one memory', async () => {
  const paths = await memorySpace()
  const texts = ['One.', 'Two.', 'one', 'Three.']
  const remembered = await rememberAll(
    paths,
    texts.map((summary, index) => ({ summary, tags: [`t${index}`] })),
    { now },
  )
  expect(remembered.map(({ id, merged }) => [id.slice(-3), merged])).toEqual([
    ['001', false],
    ['002', false],
    ['001', true],
    ['003', false],
  ])
  expect((await readMemories(paths)).memories[0]?.tags).toEqual(['t0', 't2'])
})

test('what recall gave back is no evidence', async () => {
  const paths = await memorySpace()
  const refused: readonly MemoryRecord[] = [
    { summary: 'So it is true.', origin: 'recall' },
    { summary: 'So it is true.', source: { path: 'memory:mem-2025-12-21-001' } },
    { summary: 'So it is true.', source_execution: 'mem-2025-12-21-001' },
  ]
  for (const record of refused) {
    const error = await remember(paths, record, { now }).catch((thrown: unknown) => thrown)
    expect(CodedError.is(error, 'MEMORY_RECALL_IS_NO_EVIDENCE')).toBe(true)
  }
  expect((await readMemories(paths)).memories).toEqual([])
})

test.each(['./0-personal/journal/d.md', '0-personal/./journal/d.md'])(
  'the source %j is stored as the path that the levels of privacy know',
  async (path) => {
    const paths = await memorySpace()
    const sha256 = 'a'.repeat(64)
    for (const source of [{ path }, { path, sha256 }])
      expect((await checkRecord(paths, { summary: 'Tides.', source })).source?.path).toBe('0-personal/journal/d.md')
  },
)

test('a source outside the space is refused, also one whose hash is given', async () => {
  const paths = await memorySpace()
  for (const source of [{ path: 'a/../../b.md' }, { path: '../b.md', sha256: 'a'.repeat(64) }])
    await expect(remember(paths, { summary: 'Tides.', source })).rejects.toThrow('it leaves its folder')
  expect((await readMemories(paths)).memories).toEqual([])
})

test('sources and outputs of a journal that was written before are read in the normal form', async () => {
  const paths = await memorySpace()
  await remember(paths, { summary: 'Tides.', source: { path: 'journal/d.md' }, outputs: ['journal/e.md'] })
  const { file } = new MemoryJournal(paths)
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/journal\/(?=[de])/g, './journal/./'))
  const [memory] = (await readMemories(paths)).memories
  expect([memory?.source?.path, memory?.outputs]).toEqual(['journal/d.md', ['journal/e.md']])
})

test.each<[string, MemoryRecord, string]>([
  ['an empty text', { summary: ' \n' }, 'summary: it is empty'],
  ['a huge text', { summary: 'x'.repeat(200_001) }, 'longer than 200,000 characters'],
  ['a type with spaces', { summary: 'x', type: 'My Type' }, 'lower-case words'],
  ['a span that ends before it starts', { summary: 'x', source: { path: 'a.md', start: 3, end: 2 } }, 'ends before'],
  ['a date that is none', { summary: 'x', valid_at: 'yesterday' }, 'valid_at'],
])('%s is refused and nothing is stored', async (_name, record, message) => {
  const paths = await memorySpace()
  const batch = rememberAll(paths, [{ summary: 'fine' }, record], { now })
  await expect(batch).rejects.toThrow(message)
  expect((await readMemories(paths)).memories).toEqual([])
})

test('a source gets the hash of its lines, and leaving the space is refused', async () => {
  const paths = await memorySpace()
  await writeFile(join(paths.root, 'note.md'), '# One\ntwo\nthree\n')
  await remember(paths, { summary: 'a', source: { path: 'note.md', start: 2, end: 3 } }, { now })
  await remember(paths, { summary: 'b', source: { path: 'gone.md' } }, { now })
  const { memories } = await readMemories(paths)
  expect(memories[0]).toMatchObject({ origin: 'document', source: { sha256: sha256('two\nthree') } })
  expect(memories[1]?.source).toEqual({ path: 'gone.md' })
  await expect(remember(paths, { summary: 'c', source: { path: '../secret' } })).rejects.toThrow('leaves its folder')
})

test('it is found by words and meaning at once, and a near-duplicate of another agent is marked', async () => {
  const paths = await memorySpace()
  const collection = await openNotes(paths)
  const options = { now: tickingClock('2025-12-21T10:00:00Z'), embedder: createHashEmbedder(), collection }
  expect(await remember(paths, researched, options)).toMatchObject({ indexed: true, similar_to: undefined })
  await remember(paths, { summary: 'Pods crash when memory limits are low.' }, options)
  const copy = await remember(paths, { ...researched, agent_id: 'other' }, options)
  expect(copy).toMatchObject({ merged: false, similar_to: 'mem-2025-12-21-001', indexed: true })
  expect((await readMemories(paths)).memories[2]).toMatchObject({ similar_to: 'mem-2025-12-21-001' })
  const filter = [{ field: 'type', equals: 'session-memory' }]
  const [hit] = await collection.searchText('fractional ownership', { filter })
  expect(hit?.fields).toMatchObject({ title: 'SPV structure enables fractional ownership', date: '2025-12-21' })
  const [vector] = await createHashEmbedder().embed(['crashing pods'])
  const [near] = await collection.searchVector(vector ?? new Float32Array(), { filter })
  expect(near?.id).toBe('memory:mem-2025-12-21-002')
})

test('an index that fails does not lose the memory', async () => {
  const paths = await memorySpace()
  const collection = await openNotes(paths)
  await collection[Symbol.asyncDispose]()
  const result = await remember(paths, researched, { now, collection, embedder: createHashEmbedder() })
  expect(result).toMatchObject({ id: 'mem-2025-12-21-001', indexed: false })
  expect(result.index_problem).toContain('closed')
  expect((await readMemories(paths)).memories).toHaveLength(1)
})

test('a journal that can not be written is a coded error, and a long-lived journal forgets what was not stored', async () => {
  const paths = await memorySpace()
  const journal = new MemoryJournal(paths)
  await remember(paths, { summary: 'First.' }, { now, journal })
  await rm(journal.file)
  await mkdir(journal.file)
  const error = await remember(paths, { summary: 'Second.' }, { now, journal }).catch((thrown: unknown) => thrown)
  expect(CodedError.is(error)).toBe(true)
  await rm(journal.file, { recursive: true })
  expect(await remember(paths, { summary: 'Third.' }, { now, journal })).toMatchObject({ id: 'mem-2025-12-21-001' })
  expect((await journal.read()).ledger.memories.map(({ summary }) => summary)).toEqual(['Third.'])
  expect(dirname(journal.file)).toBe(paths.stateDirectory)
})

test('an aborted call stores nothing', async () => {
  const paths = await memorySpace()
  const reason = new Error('stop')
  await expect(remember(paths, researched, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect((await readMemories(paths)).memories).toEqual([])
})

test('blanks around tags are no part of them', async () => {
  const paths = await memorySpace()
  await remember(paths, { summary: 'Bees dance.', tags: ['a', ' b', '#C '] })
  expect((await readMemories(paths)).memories[0]?.tags).toEqual(['a', 'b', 'c'])
})
