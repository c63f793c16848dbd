import type { Embedder } from '@datacortex/embeddings'
import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteSpace, openIndex, recordingEmbedder } from '../index/__fixtures__/note-space.ts'
import { startChild } from '../index/__fixtures__/start-child.ts'
import type { NoteIndex } from '../index/open-note-index.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { memoryText } from '../memories/__fixtures__/memory-space.ts'
import { placeMemory } from '../memories/place-memory.ts'
import { type SearchNotesOptions, searchNotes } from './search-notes.ts'

const embedder = createHashEmbedder({ dimensions: 256 })

const vault = {
  '0-personal/Tides.md':
    '---\ntype: zettel\ndate: 2022-01-21\ntags: [sea]\n---\n# Tides\n\nSpring tides follow the full moon, see [[Lunar orbit]].\n\nMore.\n',
  '0-personal/Lunar orbit.md': '# Lunar orbit\n\nApogee and perigee of our satellite. See [[Kepler]].\n',
  '1-acme/Kepler.md':
    '---\ntype: literature\ndate: 2023-05-01\ntags: [sea]\n---\n# Kepler\n\nEllipses. Back to [[Tides]].\n',
  'Bread.md': '---\ntags: [food]\n---\n# Bread\n\nFlour and water.\n',
  'Butter.md': '---\ntags: [food, milk]\n---\n# Butter\n\nChurned cream with tides of salt.\n',
}

const noModel: Embedder = { ...embedder, embed: () => Promise.reject(new CodedError('EMBEDDINGS_BROKEN', 'No model.')) }

async function indexed(notes: Readonly<Record<string, string>>, model: Embedder = embedder): Promise<NoteIndex> {
  const paths = await noteSpace(notes)
  await updateNoteIndex(paths, { embedder: model })
  return await openIndex(paths, model)
}

// Of the tests that only search.
let shared: { readonly paths: SpacePaths; readonly index: NoteIndex }
const undone: (() => Promise<void>)[] = []

beforeAll(async () => {
  const atEnd = (undo: () => Promise<void>): void => void undone.unshift(undo)
  const paths = await noteSpace(vault, atEnd)
  await updateNoteIndex(paths, { embedder })
  shared = { paths, index: await openIndex(paths, embedder, atEnd) }
})

afterAll(async () => {
  for (const undo of undone) await undo()
})

async function pathsFound(
  index: NoteIndex,
  query: string,
  options: Partial<SearchNotesOptions> = {},
): Promise<readonly string[]> {
  const { hits } = await searchNotes(index, query, { limit: 10, ...options })
  return hits.map(({ id, path }) => path ?? id)
}

test('a hit has everything that is shown of it', async () => {
  const { index } = shared
  const { hits, legs } = await searchNotes(index, 'When are spring tides?', { limit: 3, embedder })
  expect(legs).toEqual({ vector: true, text: true })
  expect(hits[0]).toEqual({
    id: '0-personal/Tides.md#0',
    path: '0-personal/Tides.md',
    title: 'Tides',
    type: 'zettel',
    score: expect.any(Number),
    hop: 0,
    snippet: 'Spring tides follow the full moon, see [[Lunar orbit]].\n\nMore.',
    origin: 'local',
    space: '0-personal',
    tags: ['sea'],
    date: '2022-01-21',
    start: 8,
    end: 10,
  })
  const scores = hits.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(scores.every((score) => score > 0 && score < 1)).toBe(true)
})

test('a linked note that words miss comes along with one hop, and says which way', async () => {
  const { index } = shared
  const query = 'spring full moon'
  expect(await pathsFound(index, query)).toEqual(['0-personal/Tides.md'])
  const { hits, paths } = await searchNotes(index, query, { limit: 10, expand: 1, explain: true })
  expect(hits.map(({ path, hop, via }) => [path, hop, via])).toEqual([
    ['0-personal/Tides.md', 0, undefined],
    ['0-personal/Lunar orbit.md', 1, ['0-personal/Tides.md']],
    // It links back.
    ['1-acme/Kepler.md', 1, ['0-personal/Tides.md']],
  ])
  expect(paths).toEqual({
    hops: [
      { hop: 0, query, results: ['0-personal/Tides.md'] },
      { hop: 1, source: '0-personal/Tides.md', followed_links: ['0-personal/Lunar orbit.md', '1-acme/Kepler.md'] },
    ],
    final_context: ['0-personal/Tides.md', '0-personal/Lunar orbit.md', '1-acme/Kepler.md'],
  })
})

test('two hops reach what one does not, and shared tags are ways too', async () => {
  const index = await indexed({
    'a.md': 'walrus [[b]]',
    'b.md': 'One. [[c]]',
    'c.md': 'Two.',
    'd.md': 'penguin #ice',
    'e.md': 'Three. #ice',
  })
  expect(await pathsFound(index, 'walrus', { expand: 1 })).toEqual(['a.md', 'b.md'])
  const { hits } = await searchNotes(index, 'walrus', { limit: 9, expand: 2 })
  expect(hits.at(-1)).toMatchObject({ path: 'c.md', hop: 2, via: ['a.md', 'b.md'], snippet: 'Two.' })
  expect(await pathsFound(index, 'penguin', { expand: 1 })).toEqual(['d.md', 'e.md'])
})

test('linked notes come beside the best, also where those fill all places', async () => {
  const index = await indexed({ 'a.md': 'walrus [[c]]', 'b.md': 'walrus [[d]]', 'c.md': 'One.', 'd.md': 'Two.' })
  const { hits } = await searchNotes(index, 'walrus', { limit: 2, expand: 1 })
  expect(hits.map(({ hop }) => hop)).toEqual([0, 0, 1, 1])
})

test('a hub with 300 links floods nothing, also with meaning', async () => {
  const notes = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`n${n}.md`, `Leaf ${n}.`]))
  const links = Object.keys(notes).map((path) => `[[${path}]]`)
  const index = await indexed({
    ...notes,
    'hub.md': `walrus ${links.join(' ')}`,
    'good.md': 'walrus [[friend]]',
    'friend.md': 'Tusks.',
  })
  expect(await pathsFound(index, 'walrus', { expand: 1 })).toEqual(expect.not.arrayContaining(['n1.md']))
  const { hits } = await searchNotes(index, 'walrus', { limit: 1000, expand: 2, embedder })
  expect(hits.filter(({ via = [] }) => via.includes('hub.md'))).toEqual([])
  expect(hits.find(({ path }) => path === 'friend.md')).toMatchObject({ hop: 1, via: ['good.md'] })
})

test('filters hold for direct and for linked hits', async () => {
  const { index } = shared
  const find = async (filter: SearchNotesOptions['filter'], expand = 0) =>
    await pathsFound(index, 'tides', { filter, expand, embedder })
  expect(await find({ types: ['zettel'] })).toEqual(['0-personal/Tides.md'])
  expect(await find({ tags: ['food', 'milk'] })).toEqual(['Butter.md'])
  expect(await find({ spaces: ['1-acme'] })).toEqual(['1-acme/Kepler.md'])
  expect(await find({ from: '2022-01-01', to: '2022-12-31' })).toEqual(['0-personal/Tides.md'])
  expect(await find({ from: '2024-01-01' }, 1)).toEqual([])
  expect(await find({ tags: ['sea'] }, 1)).toEqual(['0-personal/Tides.md', '1-acme/Kepler.md'])
})

test('dates are found as they are said', async () => {
  const { index } = shared
  expect(await pathsFound(index, 'What was in May 2023?')).toEqual(['1-acme/Kepler.md'])
})

test('words answer before anything is embedded, and the model is not asked', async () => {
  const index = await indexed(vault, noModel)
  const { embedder: recording, texts } = recordingEmbedder(embedder)
  const { hits, legs } = await searchNotes(index, 'tides', { limit: 5, embedder: recording })
  expect(hits[0]?.path).toBe('0-personal/Tides.md')
  expect(legs).toEqual({ vector: false, text: true, problem: expect.stringContaining('nothing is embedded yet') })
  expect(texts).toEqual([])
})

test('an index without a row lacks no vector', async () => {
  const { hits, legs } = await searchNotes(await indexed({}), 'tides', { limit: 5, embedder })
  expect({ hits, legs }).toEqual({ hits: [], legs: { vector: false, text: true } })
})

test('a model that fails leaves the words, a bug in it does not', async () => {
  const { index } = shared
  const { hits, legs } = await searchNotes(index, 'tides', {
    limit: 5,
    embedder: noModel,
  })
  expect(hits[0]?.path).toBe('0-personal/Tides.md')
  expect(legs).toEqual({ vector: false, text: true, problem: 'EMBEDDINGS_BROKEN: No model.' })
  const buggy: Embedder = { ...embedder, embed: () => Promise.reject(new TypeError('bug')) }
  await expect(searchNotes(index, 'tides', { limit: 5, embedder: buggy })).rejects.toThrow('bug')
})

test('the vectors of the model before answer, also along links, until all is embedded anew', async () => {
  const paths = await noteSpace(vault)
  const { embedder: first, texts } = recordingEmbedder(embedder)
  await updateNoteIndex(paths, { embedder: first })
  const asFirst = { limit: 5, expand: 1, embedder: first }
  const before = await searchNotes(await openIndex(paths, first), 'tides of the moon', asFirst)
  const model = createHashEmbedder({ dimensions: 128 })
  const ofModel = (modelId: string): Embedder | undefined => (modelId === first.modelId ? first : undefined)
  const second: Embedder = { ...model, modelId: 'another', ofModel }
  const index = await openIndex(paths, second)
  const asked = { limit: 5, expand: 1, embedder: second }
  const meanwhile = await searchNotes(index, 'tides of the moon', asked)
  expect(meanwhile.hits).toEqual(before.hits)
  expect(meanwhile.legs).toEqual({ vector: true, text: true, other_model: first.modelId })
  expect(texts.at(-1)).toBe('tides of the moon')
  // Nobody has the model of before: words answer.
  const alone = await searchNotes(index, 'tides', { ...asked, embedder: { ...second, ofModel: () => undefined } })
  expect(alone.legs).toMatchObject({
    vector: false,
    text: true,
    problem: expect.stringContaining('nothing is embedded yet'),
  })
  // A model that fails leaves all as it is.
  const failing: Embedder = { ...second, embed: async (texts) => await noModel.embed(texts) }
  expect((await updateNoteIndex(paths, { embedder: failing })).pending).toBeGreaterThan(0)
  expect((await searchNotes(index, 'tides of the moon', asked)).hits).toEqual(before.hits)
  await updateNoteIndex(paths, { embedder: second })
  const after = await searchNotes(index, 'tides of the moon', asked)
  expect(after.legs).toEqual({ vector: true, text: true })
  expect(after.hits.map(({ path }) => path)).toContain('0-personal/Tides.md')
})

test('equal questions have equal answers, in each process', async () => {
  const [one, other] = [shared.index, await openIndex(shared.paths, embedder)]
  const options = { limit: 10, embedder, expand: 2, explain: true }
  const first = await searchNotes(one, 'tides of the moon', options)
  expect(await searchNotes(other, 'tides of the moon', options)).toEqual(first)
  expect(await searchNotes(one, 'tides of the moon', options)).toEqual(first)
})

test('session memories are found by type, without path and lines', async () => {
  const paths = await noteSpace(vault)
  await updateNoteIndex(paths, { embedder })
  const index = await openIndex(paths, embedder)
  const timestamp = '2026-02-03T00:00:00.000Z'
  const memory = memoryText('Neap tides come at half moon.', { insights: ['They are low.'], tags: ['sea'], timestamp })
  const { id } = memory
  await placeMemory(memory, { collection: index.chunks, embedder })
  const filter = { types: ['session-memory'] }
  const { hits } = await searchNotes(index, 'tides', { limit: 5, embedder, filter })
  expect(hits).toEqual([
    {
      id: `memory:${id}`,
      path: undefined,
      title: 'Neap tides come at half moon',
      type: 'session-memory',
      score: expect.any(Number),
      hop: 0,
      snippet: 'Neap tides come at half moon.\n- They are low.',
      origin: 'local',
      space: '',
      tags: ['sea'],
      date: '2026-02-03',
    },
  ])
  expect(await pathsFound(index, 'February 2026')).toEqual([`memory:${id}`])
  // Its tag leads to notes.
  expect(await pathsFound(index, 'neap', { expand: 1 })).toEqual([
    `memory:${id}`,
    '0-personal/Tides.md',
    '1-acme/Kepler.md',
  ])
})

test('queries without words, odd ones and an empty index have no hits', async () => {
  const { index } = shared
  for (const query of ['', '   ', '?!', '\u{d800}', '"(*:~^', 'x'.repeat(100_000)])
    expect(await pathsFound(index, query, { expand: 2 })).toEqual([])
  expect(await pathsFound(await indexed({}), 'tides', { embedder, expand: 1 })).toEqual([])
  await expect(searchNotes(index, 'tides', { limit: 1, signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow(
    'stop',
  )
})

test('searching goes on while another process indexes', async () => {
  const count = process.env['LONG'] === undefined ? 100 : 300
  const notes = Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}.md`, `walrus ${n}`]))
  const paths = await noteSpace(notes)
  const model = createHashEmbedder()
  const index = await openIndex(paths, model)
  const child = startChild('index-in-child.ts', paths.root)
  await child.line((line) => line.startsWith('read'))
  const done = new AbortController()
  void child.exit.finally(() => done.abort())
  let searches = 0
  while (!done.signal.aborted) {
    await searchNotes(index, 'walrus', { limit: count, embedder: model, expand: 1 })
    searches += 1
  }
  expect(await child.exit).toBe(0)
  expect(searches).toBeGreaterThan(0)
  const { hits, legs } = await searchNotes(index, 'walrus', { limit: count, embedder: model })
  expect([hits.length >= (count * 2) / 3, legs]).toEqual([true, { vector: true, text: true }])
})

test('a note without text is found by the words of its name, never by meaning', async () => {
  const alike: Embedder = {
    ...embedder,
    embed: (texts) => Promise.resolve(texts.map(() => Float32Array.of(1, ...zeros))),
  }
  const empty = { 'Walrus.md': '', 'Seal.md': '---\ndate: 2026-01-31\ntags: [sea]\n---\n\n', 'Otter.md': 'A line.\n' }
  const index = await indexed({ ...empty, 'Links.md': 'See [[Walrus]] and [[Otter]].\n' }, alike)
  expect(await pathsFound(index, 'basilisk', { embedder: alike })).toEqual(['Links.md', 'Otter.md'])
  expect(await pathsFound(index, 'a seal', { embedder: alike })).toContain('Seal.md')
  const { hits } = await searchNotes(index, 'see', { limit: 9, expand: 1, embedder: alike })
  const scores = new Map(hits.map(({ path, score }) => [path, score]))
  expect(scores.get('Walrus.md')).toBeLessThan(scores.get('Otter.md') ?? 0)
})

const zeros = Array.from({ length: embedder.dimensions - 1 }, () => 0)
