import { rm } from 'node:fs/promises'
import type { Embedder } from '@datacortex/embeddings'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { found, noteSpace, openIndex } from '../index/__fixtures__/note-space.ts'
import { embedPending } from '../index/embed-pending.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { memorySpace, memoryText, openNotes } from './__fixtures__/memory-space.ts'
import { indexMemories } from './index-memories.ts'
import { placeMemory } from './place-memory.ts'

test('a deleted cache is filled again from what was remembered', async () => {
  const paths = await memorySpace()
  const first = await openNotes(paths)
  const embedder = createHashEmbedder()
  const fox = memoryText('Foxes are orange.', { id: 'mem-1', tags: ['fox'] })
  expect(await placeMemory(fox, { embedder, collection: first })).toEqual({ indexed: true })
  await first[Symbol.asyncDispose]()
  await rm(paths.cacheDirectory, { recursive: true })
  const collection = await openNotes(paths)
  expect(await indexMemories(collection, [fox])).toEqual({ written: 1, removed: 0, unchanged: 0 })
  expect((await collection.searchText('foxes')).map(({ id }) => id)).toEqual(['memory:mem-1'])
  expect(await embedPending(collection, { embedder })).toMatchObject({ embedded: 1 })
  expect(await indexMemories(collection, [fox])).toMatchObject({ written: 0, unchanged: 1 })
  expect((await collection.hashes()).size).toBe(1)
})

test('only what changed is written; further tags too, without embedding again; what holds no more goes', async () => {
  const collection = await openNotes(await memorySpace())
  const embedder = createHashEmbedder()
  const [one, two] = [memoryText('One.'), memoryText('Two.')]
  for (const memory of [one, two]) await placeMemory(memory, { embedder, collection })
  const late = { ...one, tags: ['late'] }
  expect(await indexMemories(collection, [late, two])).toEqual({ written: 1, removed: 0, unchanged: 1 })
  expect((await collection.pending()).size).toBe(0)
  expect(await indexMemories(collection, [late])).toEqual({ written: 0, removed: 1, unchanged: 1 })
  expect(await placeMemory(undefined, { collection, gone: [one.id] })).toEqual({ indexed: false })
  expect(await collection.count()).toBe(0)
})

test('rows of notes are left alone', async () => {
  const collection = await openNotes(await memorySpace())
  await collection.upsert([{ id: 'note.md#0', text: 'a note', hash: 'h', fields: { path: 'note.md' } }])
  expect(await indexMemories(collection, [])).toMatchObject({ written: 0, removed: 0 })
  expect(await collection.count()).toBe(1)
})

test('a row that another process changed and embedded meanwhile keeps its vector', async () => {
  const collection = await openNotes(await memorySpace())
  const embedder = createHashEmbedder()
  const limit = memoryText('The limit is 60 a minute.')
  await placeMemory(limit, { collection })
  const slow: Embedder = {
    ...embedder,
    embed: async (texts) => {
      await placeMemory({ ...limit, insights: ['It is counted per host.'] }, { collection, embedder })
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
  expect(await indexMemories(index.chunks, [])).toMatchObject({ removed: 0 })
  expect((await found(index, 'walrus')).toSorted()).toEqual(['memory:x.md', 'memory:y/mem-2026-01-05-001.md'])
})
