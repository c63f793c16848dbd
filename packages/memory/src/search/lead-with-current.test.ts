import type { StoredRow } from '@datacortex/vector-store'
import { expect, test } from 'vitest'
import { noteSpace, openIndex } from '../index/__fixtures__/note-space.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { createHashEmbedder } from '@datacortex/testkit'
import { leadWithCurrent } from './lead-with-current.ts'
import { searchNotes } from './search-notes.ts'

const earlier = ['Compost', 'Earlier version, 2026-11-23', 'Compost', 'Summary']

function row(id: string, headings: readonly string[], type = 'literature'): readonly [string, StoredRow] {
  return [id, { id, text: 'x', hash: '', fields: { type, headings: JSON.stringify(headings) } }]
}

async function led(scores: Readonly<Record<string, number>>, rows: ReadonlyMap<string, StoredRow>) {
  const best = await leadWithCurrent(new Map(Object.entries(scores)), { rowsOf: () => Promise.resolve(rows) })
  return Object.fromEntries([...best].map(([note, { id, score }]) => [note, [id, Number(score.toFixed(2))]]))
}

const rows = new Map([row('a.md#0', ['Compost']), row('a.md#5', earlier), row('b.md#0', ['Zettel'], 'zettel')])

test('what holds now leads its note, and comes before what was replaced', async () => {
  expect(await led({ 'a.md#0': 4, 'a.md#5': 7, 'b.md#0': 6 }, rows)).toEqual({
    'a.md': ['a.md#0', 4],
    'b.md': ['b.md#0', 6],
  })
})

test('what only the replaced text says is found in it, for half', async () => {
  expect(await led({ 'a.md#0': 1, 'a.md#5': 7 }, rows)).toEqual({ 'a.md': ['a.md#5', 3.5] })
  expect(await led({ 'a.md#5': 7 }, rows)).toEqual({ 'a.md': ['a.md#5', 3.5] })
})

test('neighbours lend what they count, and no more', async () => {
  const near = new Map([row('a.md#0', ['Compost']), row('a.md#1', earlier)])
  expect(await led({ 'a.md#0': 4, 'a.md#1': 6 }, near)).toEqual({ 'a.md': ['a.md#0', 4 + 0.4 * 3] })
})

test('in a note of another type such a heading is one like any other', async () => {
  const note = new Map([row('a.md#0', ['Compost'], 'note'), row('a.md#5', earlier, 'note')])
  expect(await led({ 'a.md#0': 4, 'a.md#5': 7 }, note)).toEqual({ 'a.md': ['a.md#5', 7] })
})

test('a hit in replaced text says so', async () => {
  const embedder = createHashEmbedder()
  const paths = await noteSpace({
    'a.md':
      '---\ntype: literature\n---\n# Heaps\n\nThey ripen.\n\n## Earlier version, 2026-11-23\n\n### Heaps\n\nMy rhubarb.\n',
  })
  await updateNoteIndex(paths, { embedder })
  const index = await openIndex(paths)
  const hitOf = async (query: string) => (await searchNotes(index, query, { limit: 1 })).hits[0]
  expect(await hitOf('rhubarb')).toMatchObject({ id: 'a.md#1', earlier: true })
  expect(await hitOf('ripen')).not.toHaveProperty('earlier')
})
