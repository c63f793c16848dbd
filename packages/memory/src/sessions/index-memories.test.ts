import { rm, writeFile } from 'node:fs/promises'
import type { Embedder } from '@datacortex/embeddings'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { found, noteSpace, openIndex } from '../index/__fixtures__/note-space.ts'
import { embedPending } from '../index/embed-pending.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { memorySpace, openNotes, tickingClock } from './__fixtures__/memory-space.ts'
import { indexMemories } from './index-memories.ts'
import { MemoryJournal } from './memory-journal.ts'
import { remember, rememberAll } from './remember.ts'
import { supersedeMemory } from './supersede.ts'

const now = (): Date => new Date('2026-01-05T08:00:00Z')

test('a deleted cache is filled again from the journal', async () => {
  const paths = await memorySpace()
  const first = await openNotes(paths)
  const embedder = createHashEmbedder()
  await remember(paths, { summary: 'Foxes are orange.', tags: ['fox'] }, { now, embedder, collection: first })
  await first[Symbol.asyncDispose]()
  await rm(paths.cacheDirectory, { recursive: true })
  const collection = await openNotes(paths)
  expect(await indexMemories(paths, { collection })).toMatchObject({ written: 1, removed: 0, unchanged: 0 })
  expect((await collection.searchText('foxes')).map(({ id }) => id)).toEqual(['memory:mem-2026-01-05-001'])
  expect(await embedPending(collection, { embedder })).toMatchObject({ embedded: 1 })
  expect(await indexMemories(paths, { collection })).toMatchObject({ written: 0, unchanged: 1 })
  expect((await collection.hashes()).size).toBe(1)
})

test('only what changed is written; merged tags too, without embedding again', async () => {
  const paths = await memorySpace()
  const collection = await openNotes(paths)
  const clock = tickingClock('2026-01-05T08:00:00Z')
  const embedder = createHashEmbedder()
  const [one, two] = await rememberAll(paths, [{ summary: 'One.' }, { summary: 'Two.' }], {
    now: clock,
    embedder,
    collection,
  })
  await remember(paths, { summary: 'One.', tags: ['late'] }, { now: clock })
  expect(await indexMemories(paths, { collection })).toMatchObject({ written: 1, removed: 0, unchanged: 1 })
  expect((await collection.pending()).size).toBe(0)
  await supersedeMemory(paths, { id: two?.id ?? '', by: one?.id ?? '' }, { now: clock })
  expect(await indexMemories(paths, { collection })).toMatchObject({ written: 0, removed: 1, unchanged: 1 })
})

test('rows of notes are left alone', async () => {
  const paths = await memorySpace()
  const collection = await openNotes(paths)
  await collection.upsert([{ id: 'note.md#0', text: 'a note', hash: 'h', fields: { path: 'note.md' } }])
  expect(await indexMemories(paths, { collection })).toMatchObject({ written: 0, removed: 0 })
  expect(await collection.count()).toBe(1)
})

test('a journal that lost most of its lines does not empty the index', async () => {
  const paths = await memorySpace()
  const collection = await openNotes(paths)
  const records = Array.from({ length: 30 }, (_, index) => ({ summary: `Fact ${index}.` }))
  await rememberAll(paths, records, { now, collection })
  await writeFile(new MemoryJournal(paths).file, '')
  const { removed, findings } = await indexMemories(paths, { collection })
  expect([removed, findings.map(({ code }) => code)]).toEqual([0, ['MEMORY_JOURNAL_SHRANK']])
  expect(await collection.count()).toBe(30)
})

test('a row that another process changed and embedded meanwhile keeps its vector', async () => {
  const paths = await memorySpace()
  const collection = await openNotes(paths)
  const embedder = createHashEmbedder()
  const summary = 'The limit is 60 a minute.'
  await remember(paths, { summary }, { collection })
  const slow: Embedder = {
    ...embedder,
    embed: async (texts) => {
      await remember(paths, { summary, insights: ['It is counted per host.'] }, { collection, embedder })
      return await embedder.embed(texts)
    },
  }
  expect(await embedPending(collection, { embedder: slow })).toEqual({ embedded: 1, pending: 0, postponed: 0 })
  expect((await collection.pending()).size).toBe(0)
  expect((await collection.searchText('host')).length).toBe(1)
})

test('notes whose files are named like memories keep their rows', async () => {
  const paths = await noteSpace({ 'memory:x.md': 'walrus', 'memory:y/mem-2026-01-05-001.md': 'walrus' })
  await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  const index = await openIndex(paths)
  expect(await indexMemories(paths, { collection: index.chunks })).toMatchObject({ removed: 0 })
  expect((await found(index, 'walrus')).toSorted()).toEqual(['memory:x.md', 'memory:y/mem-2026-01-05-001.md'])
})
