import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { noteSpace, openIndex } from '../index/__fixtures__/note-space.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { coldScan } from '../tiers/cold-scan.ts'
import { type SearchNotesOptions, searchNotes } from './search-notes.ts'

const vault = {
  'a.md': 'Die Straßenbahnhaltestelle im Süden',
  'b.md': 'Ein Gewächshaus von Müller an der großen Straße',
  'c.md': 'Brot und Salz',
  'd.md': 'Die Mueller-Strasse',
}

test.each([
  ['haltestelle', ['a.md']],
  ['Strassenb', ['a.md']],
  ['Gewaechs', ['b.md']],
  ['Mueller', ['b.md', 'd.md']],
  ['Müller', ['b.md', 'd.md']],
  ['Suden', ['a.md']],
  ['grossen', ['b.md']],
])('%s is found, however it is spelled', async (query, paths) => {
  const space = await noteSpace(vault)
  const embedder = createHashEmbedder()
  await updateNoteIndex(space, { embedder })
  const { hits } = await searchNotes(await openIndex(space, embedder), query, { limit: 5 })
  expect(hits.map(({ path = '' }) => path).toSorted()).toEqual(paths)
})

test.each([
  ['haltestelle', ['a.md']],
  ['Strassenb', ['a.md']],
  ['Gewaechs', ['b.md']],
  ['Mueller', ['b.md', 'd.md']],
  ['Müller', ['b.md', 'd.md']],
  ['grossen', ['b.md']],
  // Stands by itself somewhere, so that nobody looks for it within others.
  ['Straße', ['b.md', 'd.md']],
  // Three letters stand in too many words.
  ['rot', []],
])('%s is found in files that are not indexed', async (query, paths) => {
  const { hits } = await coldScan(await noteSpace(vault), query)
  expect(hits.map(({ note }) => note.path).toSorted()).toEqual(paths)
})

test('the lines with a part of a word are shown', async () => {
  const paths = await noteSpace({ 'a.md': 'One\n\nTwo\n\nThree\n\nDie Straßenbahnhaltestelle\n\nFour\n' })
  const { hits } = await coldScan(paths, 'haltestelle')
  expect(hits[0]).toMatchObject({ words: ['haltestelle'], startLine: 6, endLine: 8 })
})

test('a mistyped question is answered as what was meant, unless it is quoted or not all may be shown', async () => {
  const space = await noteSpace(vault)
  const embedder = {
    ...createHashEmbedder(),
    dividedWords: async (words: readonly string[]) => await Promise.resolve(words),
  }
  await updateNoteIndex(space, { embedder })
  const index = await openIndex(space, embedder)
  const ask = async (query: string, options: Partial<SearchNotesOptions> = {}) =>
    await searchNotes(index, query, { limit: 5, embedder, ...options })
  const found = await ask('Gewächshuas')
  expect(found).toMatchObject({ query: 'Gewächshuas', corrected: 'gewächshaus', hits: [{ path: 'b.md' }] })
  const shown = { path: () => true, memory: async () => await Promise.resolve(true) }
  for (const other of [ask('"Gewächshuas"'), ask('Gewächshuas', { shown }), ask('Gewächshaus')])
    expect((await other).corrected).toBeUndefined()
})

test.each([
  ['🚀', ['rocket.md']],
  ['"🚀"', ['rocket.md']],
  ['=>', ['rocket.md']],
  ["'^'", ['quote.md']],
  ['"to be or not to be"', ['quote.md']],
  ['🛸', []],
  ['…', []],
])('what words can’t find is found as it stands, with an index and without one: %s', async (query, paths) => {
  const space = await noteSpace({
    'rocket.md': '# Launch\n\n🚀 a => b',
    'quote.md': "To be, or\nto be or not to be: '^'",
    'other.md': 'Bread',
  })
  const cold = await coldScan(space, query)
  expect(cold.hits.map(({ note }) => note.path)).toEqual(paths)
  const embedder = createHashEmbedder()
  await updateNoteIndex(space, { embedder })
  const { hits } = await searchNotes(await openIndex(space, embedder), query, { limit: 5, embedder })
  expect(hits.filter(({ score }) => score >= 0.5).map(({ path }) => path)).toEqual(paths)
})
