import { readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noteSpace, openIndex, writeNote } from '../index/__fixtures__/note-space.ts'
import { examineNoteIndex } from '../index/examine-note-index.ts'
import { noteIndexPlace, noteModels } from '../index/open-chunks.ts'
import { openNoteIndex } from '../index/open-note-index.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { given, memoryText } from '../memories/__fixtures__/memory-space.ts'
import { indexMemories } from '../memories/index-memories.ts'
import type { ReadMemoryTexts } from '../memories/memory-text.ts'
import { placeMemory } from '../memories/place-memory.ts'
import { type Memory, openMemory } from './open-memory.ts'

const embedder = createHashEmbedder()
const noModel: Embedder = { ...embedder, embed: () => Promise.reject(new CodedError('EMBEDDINGS_BROKEN', 'No model.')) }

async function opened(paths: SpacePaths, memories?: ReadMemoryTexts): Promise<Memory> {
  const memory = await openMemory(paths, { embedder, memories, now: () => Date.parse('2026-01-01') })
  onTestFinished(async () => await memory[Symbol.asyncDispose]())
  return memory
}

test('without an index the files answer and it is said; then the index; then the cache', async () => {
  const notes = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`n${n}.md`, `Note ${n} of many.`]))
  const paths = await noteSpace({ ...notes, 'Tides.md': '# Tides\n\nSpring tides.' })
  const memory = await opened(paths)
  const cold = await memory.search('spring tides', { limit: 3 })
  expect(cold).toMatchObject({
    tier: 'tier3_cold',
    indexed: false,
    hits: [{ path: 'Tides.md', origin: 'local', hop: 0 }],
  })
  expect(cold.remarks).toEqual(['There is no index yet: the files were searched by words. Run `datacortex index`.'])
  await updateNoteIndex(paths, { embedder })
  const warm = await memory.search('spring tides', { limit: 3, explain: true })
  expect(warm).toMatchObject({
    tier: 'tier2_warm',
    indexed: true,
    legs: { vector: true, text: true },
    remarks: [],
    paths: { hops: [{ hop: 0, query: 'spring tides' }] },
  })
  expect(warm.hits[0]).toMatchObject({ path: 'Tides.md', tier: 'tier2_warm' })
  const hot = await memory.search('Spring  tides', { limit: 3 })
  expect([hot.tier, hot.hits.map(({ id }) => id)]).toEqual(['tier1_hot', warm.hits.map(({ id }) => id)])
  expect(hot.tiers.map(({ tier }) => tier)).toEqual(['tier0_working', 'tier1_hot'])
  await writeNote(paths, 'Tides.md', '# Tides\n\nNeap tides.')
  expect((await memory.search('spring tides', { limit: 3 })).tier).toBe('tier2_warm')
})

test('without an index the files are searched for less than a second', async () => {
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  const notes = Array.from({ length: 300 }, (_, n) => [`n${n}.md`, `Note ${n} of many.`] as const)
  const paths = await noteSpace(Object.fromEntries(notes))
  let now = 0
  // Each look at the clock takes five milliseconds, and each file is one.
  await using memory = await openMemory(paths, { embedder, elapsed: () => (now += 5) })
  const { tier, hits, remarks } = await memory.search('many', { limit: 3 })
  expect([tier, hits.length]).toEqual(['tier3_cold', 3])
  expect(remarks.at(-1)).toMatch(/ended after 8\d\d ms, with 1\d\d read\.$/)
})

test('what is not indexed yet is found in the files', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  await updateNoteIndex(paths, { embedder: noModel })
  await writeNote(paths, 'b.md', 'penguin')
  const memory = await opened(paths)
  expect(await memory.search('penguin', { limit: 3 })).toMatchObject({ tier: 'tier3_cold', hits: [{ path: 'b.md' }] })
})

test('a file that is not indexed yet comes before weak hits of the index', async () => {
  const notes = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`n${n}.md`, `Letter ${n} about bread.`]))
  const paths = await noteSpace({ ...notes, 'Penguins.md': 'Penguins swim.' })
  await updateNoteIndex(paths, { embedder })
  const memory = await opened(paths)
  const asked = 'zebra stripes of which letter'
  const weak = await memory.search(asked, { limit: 3 })
  expect(weak.hits.every(({ score }) => score < 0.5)).toBe(true)
  expect([weak.tier, weak.tiers.length]).toEqual(['tier2_warm', 4])
  await writeNote(paths, 'Zebras.md', 'The stripes of a zebra: which letter do they form?')
  const other = await opened(paths)
  const found = await other.search(`${asked}?`, { limit: 3 })
  expect(found).toMatchObject({ tier: 'tier3_cold', hits: [{ path: 'Zebras.md', tier: 'tier3_cold' }, {}, {}] })
})

test('an answer that was given without the model is not kept', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus', 'b.md': 'walrus and penguin' })
  await updateNoteIndex(paths, { embedder })
  await using broken = await openMemory(paths, { embedder: noModel })
  expect(await broken.search('walrus', { limit: 1 })).toMatchObject({ tier: 'tier2_warm', legs: { vector: false } })
  expect((await broken.search('walrus', { limit: 1 })).tier).toBe('tier2_warm')
})

test('the dialogue of DIP-0016 §8.3', async () => {
  const paths = await noteSpace({ 'Data-Tokenization.md': '---\ntype: zettel\n---\n# Tokenization\n\nCore concept.' })
  await updateNoteIndex(paths, { embedder })
  const index = await openIndex(paths, embedder)
  const memories = [
    ['2025-12-21', 'Tokenization of assets by tokenization.\nKey finding: SPV structure enables fractional ownership.'],
    [
      '2025-12-15',
      'Tokenization requires clear data provenance. Buyers ask who owned what, when, and from whom it came.',
    ],
  ] as const
  for (const [day, summary] of memories) {
    const memory = memoryText(summary, { timestamp: `${day}T00:00:00.000Z` })
    await placeMemory(memory, { collection: index.chunks, embedder })
  }
  const memory = await opened(paths)
  const asked = { limit: 5, filter: { types: ['session-memory'] } }
  const { hits } = await memory.search('tokenization', { ...asked, thenOtherTypes: true })
  expect(hits.map(({ type, date, title }) => [type, date, title])).toEqual([
    ['session-memory', '2025-12-21', 'SPV structure enables fractional ownership'],
    ['session-memory', '2025-12-15', 'Tokenization requires clear data provenance'],
    ['zettel', undefined, 'Tokenization'],
  ])
  expect((await memory.search('tokenization', asked)).hits.map(({ type }) => type)).toEqual([
    'session-memory',
    'session-memory',
  ])
})

test('memories are found before there is an index, older ones too', async () => {
  const paths = await noteSpace({})
  const old = memoryText('Walrus tusks grow.', { timestamp: '2020-01-01T00:00:00.000Z' })
  const memory = await opened(paths, given(old))
  expect((await memory.search('walrus whiskers', { limit: 2 })).hits).toMatchObject([
    { type: 'session-memory', origin: 'session' },
  ])
  expect((await memory.search('walrus whiskers', { limit: 2, filter: { types: ['note'] } })).hits).toEqual([])
})

test('a deleted cache is no error: the files answer', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  await updateNoteIndex(paths, { embedder })
  const memory = await opened(paths)
  expect((await memory.port('walrus', { limit: 1 }))[0]?.path).toBe('a.md')
  await rm(paths.cacheDirectory, { recursive: true })
  expect((await memory.search('walrus whiskers', { limit: 1 })).hits).toMatchObject([{ path: 'a.md' }])
  expect((await memory.index()) === undefined).toBe(false)
})

test('the next process has the hot cache of this one', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  await updateNoteIndex(paths, { embedder })
  {
    await using memory = await openMemory(paths, { embedder })
    await memory.search('walrus whiskers', { limit: 1 })
  }
  await using memory = await openMemory(paths, { embedder })
  expect((await memory.search('walrus whiskers', { limit: 1 })).tier).toBe('tier1_hot')
})

test('of an index that was damaged or lost, what is left is said and the files answer until it is made again', async () => {
  const paths = await noteSpace({ 'Tides.md': '# Tides\n\nSpring tides.', 'b.md': 'walrus' })
  const { directory } = noteIndexPlace(paths)
  const collection = join(directory, 'notes')
  const metaFile = join(collection, 'meta.json')
  const noNulls = async (): Promise<string> =>
    JSON.stringify({ ...JSON.parse(await readFile(metaFile, 'utf8')), fields: null })
  const damages: Readonly<Record<string, () => Promise<void>>> = {
    junk: async () => await writeFile(metaFile, 'junk'),
    empty: async () => await truncate(metaFile),
    'no fields': async () => await writeFile(metaFile, await noNulls()),
    'no meta': async () => await rm(metaFile),
    'no collection': async () => await rm(collection, { recursive: true }),
    'no tables': async () => {
      for (const name of await readdir(collection))
        if (name.startsWith('rows-')) await rm(join(collection, name), { recursive: true })
    },
  }
  for (const [damage, make] of Object.entries(damages)) {
    await updateNoteIndex(paths, { embedder })
    await rm(join(paths.cacheDirectory, 'hot-results.json'), { force: true })
    await make()
    expect(await examineNoteIndex(paths), damage).toMatchObject({ state: 'absent', added: 2 })
    await using memory = await openMemory(paths, { embedder })
    const answer = await memory.search('spring tides', { limit: 3 })
    expect(answer, damage).toMatchObject({ hits: [{ path: 'Tides.md' }] })
    expect(answer.remarks, damage).toContainEqual(expect.stringContaining('datacortex index'))
    expect(await examineNoteIndex(paths), damage).toMatchObject({ state: 'absent', added: 2 })
    expect(await updateNoteIndex(paths, { embedder }), damage).toMatchObject({ added: 2, pending: 0 })
    expect(await memory.search('spring tides', { limit: 3 }), damage).toMatchObject({ tier: 'tier2_warm', remarks: [] })
    expect(await examineNoteIndex(paths), damage).toMatchObject({ state: 'fresh', added: 0 })
  }
})

test('another model leaves the rows as they are: their notes still count as indexed', async () => {
  const paths = await noteSpace({ 'Tides.md': '# Tides\n\nSpring tides.' })
  await updateNoteIndex(paths, { embedder })
  await using memory = await openMemory(paths, { embedder: { ...embedder, modelId: 'other' } })
  expect(await memory.search('spring tides', { limit: 3 })).toMatchObject({
    hits: [{ path: 'Tides.md', tier: 'tier2_warm' }],
  })
  expect(await examineNoteIndex(paths)).toMatchObject({ state: 'fresh', unchanged: 1 })
})

test('a process goes on with its model while another one indexes with another, and with that one if it can', async () => {
  const paths = await noteSpace({ 'Tides.md': '# Tides\n\nSpring tides.' })
  await updateNoteIndex(paths, { embedder })
  const next = { ...createHashEmbedder({ dimensions: 128 }), modelId: 'next' }
  const failing: Embedder = { ...next, embed: async (texts) => await noModel.embed(texts) }
  const both: Embedder = { ...embedder, ofModel: (modelId) => (modelId === 'next' ? next : undefined) }
  await using alone = await openMemory(paths, { embedder })
  await using able = await openMemory(paths, { embedder: both })
  const answers = async (query: string) => {
    const [one, other] = [await alone.search(query, { limit: 3 }), await able.search(query, { limit: 3 })]
    expect([one, other]).toMatchObject([{ hits: [{ path: 'Tides.md' }] }, { hits: [{ path: 'Tides.md' }] }])
    return [one.legs, other.legs]
  }
  const own = { vector: true, text: true }
  expect(await answers('spring tides')).toEqual([own, own])
  await updateNoteIndex(paths, { embedder: failing })
  expect(await answers('tides of spring')).toEqual([own, own])
  await updateNoteIndex(paths, { embedder: next })
  expect(await answers('tides in spring')).toEqual([
    { vector: false, text: true, problem: 'the index is of another model, next' },
    { ...own, other_model: 'next' },
  ])
  // What it remembers waits in its file: vectors of two models are never mixed.
  const collection = (await alone.index())?.chunks
  const memory = memoryText('Neap tides come at half moon.')
  if (collection === undefined) throw new Error('There is an index.')
  expect(await placeMemory(memory, { collection, embedder })).toMatchObject({
    indexed: false,
    index_problem: expect.stringContaining('model next'),
  })
  expect(noteModels(paths)).toEqual({ present: 'next', answering: 'next' })
  await using open = await openNoteIndex(paths, next)
  await indexMemories(open.chunks, [memory])
  await updateNoteIndex(paths, { embedder: next })
  expect((await able.search('neap tides', { limit: 3 })).hits.map(({ id }) => id)).toContain(`memory:${memory.id}`)
})

test('an answer of the files is not kept while the index holds session memories only', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  await using index = await openNoteIndex(paths, embedder)
  await placeMemory(memoryText('Seals bark.'), { embedder, collection: index.chunks })
  const memory = await opened(paths)
  expect((await memory.search('walrus whiskers', { limit: 3 })).hits[0]).toMatchObject({ path: 'a.md' })
  await writeNote(paths, 'Walrus.md', '# Walrus\n\nThe walrus itself.')
  const again = await memory.search('walrus whiskers', { limit: 3 })
  expect(again.hits.map(({ path }) => path)).toContain('Walrus.md')
})

test('what the index gave of a note that had changed is used and never shown again', async () => {
  const paths = await noteSpace({ 'a.md': '# Walrus\n\nWalrus tusks, old.' })
  await updateNoteIndex(paths, { embedder })
  const memory = await opened(paths)
  await writeNote(paths, 'a.md', '# Walrus\n\nWalrus tusks, new.')
  const [old] = (await memory.search('walrus tusks', { limit: 1 })).hits
  expect(old?.snippet).toBe('Walrus tusks, old.')
  await updateNoteIndex(paths, { embedder })
  const [present] = (await memory.search('tusks of the walrus', { limit: 1 })).hits
  expect(present).toMatchObject({ tier: 'tier2_warm', snippet: 'Walrus tusks, new.' })
  expect((await memory.search('tusks walrus', { limit: 1 })).hits).toMatchObject([{ snippet: 'Walrus tusks, new.' }])
})

test('a search of one space, or for one who may not see all, does not hide new files from the next search', async () => {
  const paths = await noteSpace({ '1-acme/a.md': 'walrus' })
  await updateNoteIndex(paths, { embedder: noModel })
  await writeNote(paths, '0-personal/b.md', 'penguin')
  const memory = await opened(paths)
  const shown = { path: (path: string) => path.startsWith('1-'), memory: async () => await Promise.resolve(true) }
  for (const narrowed of [{ filter: { spaces: ['1-acme'] } }, { shown }]) {
    expect((await memory.search('penguin', { limit: 3, ...narrowed })).hits).toEqual([])
    expect((await memory.search('penguin', { limit: 3 })).hits).toMatchObject([{ path: '0-personal/b.md' }])
  }
})

test('a phrase that only a file holds which is not indexed yet is found there, and not told to be held by none', async () => {
  const paths = await noteSpace({ 'a.md': 'The tides of springs, and much else of the sea and the moon and the land.' })
  await updateNoteIndex(paths, { embedder: noModel })
  const memory = await opened(paths)
  const asked = '"spring tides" walrus penguin seal otter narwhal moon'
  const remark = 'No note that was found holds the phrase "spring tides".'
  expect((await memory.search(asked, { limit: 3 })).remarks).toContain(remark)
  await writeNote(paths, 'b.md', 'Spring tides.')
  const later = await opened(paths)
  const { hits, remarks } = await later.search(asked, { limit: 3 })
  expect(hits[0]?.path).toBe('b.md')
  expect(remarks).not.toContain(remark)
})
