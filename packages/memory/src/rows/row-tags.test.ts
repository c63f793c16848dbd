import { readFile, writeFile } from 'node:fs/promises'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { coldPort } from '../tiers/cold-port.ts'
import { searchNotes } from '../search/search-notes.ts'
import { given, memoryText } from '../memories/__fixtures__/memory-space.ts'
import { noteSpace, openIndex, recordingEmbedder } from '../index/__fixtures__/note-space.ts'
import { noteIndexPlace } from '../index/open-chunks.ts'
import { rowTags, writtenTags } from './note-rows.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'

test.each<[written: readonly string[], stored: readonly string[]]>([
  [[], []],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a/b/c', 'd'],
    ['a/b/c', 'd', '/', 'a', 'a/b'],
  ],
  [
    ['a/b', 'a', 'a/c'],
    ['a/b', 'a', 'a/c'],
  ],
  [['a//b'], ['a//b', '/', 'a']],
])('%j is kept as %j and shown as written', (written, stored) => {
  expect(rowTags(written)).toEqual(stored)
  expect(writtenTags(stored)).toEqual(written)
})

test('a tag of thousands of levels does not become as many', () => {
  expect(rowTags([`a${'/b'.repeat(100_000)}`])).toHaveLength(12)
})

const notes = { 'North.md': 'A walrus. #sea/north', 'South.md': 'A penguin. #sea/south', 'Sea.md': 'Salt. #sea' }
const memories = given(memoryText('A walrus was seen.', { tags: ['sea/east'] }))

test('a search for a tag finds what lies below it in the index, in files and in memories, and shows tags as written', async () => {
  const paths = await noteSpace(notes)
  const cold = await coldPort(paths, { memories })('walrus', { limit: 9, filter: { tags: ['sea'] } })
  const embedder = createHashEmbedder()
  await updateNoteIndex(paths, { embedder, memories })
  const index = await openIndex(paths)
  const { hits } = await searchNotes(index, 'walrus', { limit: 9, filter: { tags: ['sea'] } })
  for (const found of [cold, hits])
    expect(Object.fromEntries(found.map(({ path, tags }) => [path ?? 'memory', tags]))).toEqual({
      memory: ['sea/east'],
      'North.md': ['sea/north'],
    })
})

test('no note and no memory is linked by a tag above its own', async () => {
  const paths = await noteSpace(notes)
  await updateNoteIndex(paths, { embedder: createHashEmbedder(), memories })
  const { hits } = await searchNotes(await openIndex(paths), 'walrus', { limit: 9, expand: 2 })
  expect(hits.map(({ path }) => path ?? '').toSorted()).toEqual(['', 'North.md'])
})

test('an index of before is brought in step by the next update, without embedding anything again', async () => {
  const paths = await noteSpace(notes)
  const { embedder, texts } = recordingEmbedder()
  await updateNoteIndex(paths, { embedder, memories })
  const index = await openIndex(paths)
  const filter = [{ field: 'tags', contains: 'sea' }]
  expect(await index.chunks.count(filter)).toBe(4)
  const ids = [...(await index.chunks.hashes()).keys()]
  const rows = [...(await index.chunks.get(ids)).values()]
  const vectors = await index.chunks.vectorsOf(rows.map(({ hash }) => hash))
  await index.chunks.upsert(
    rows.map((row) => {
      const tags = writtenTags(row.fields['tags'] as readonly string[])
      return { ...row, fields: { ...row.fields, tags }, vector: vectors.get(row.hash) }
    }),
  )
  expect(await index.chunks.count(filter)).toBe(1)
  const { graphFile } = noteIndexPlace(paths)
  await writeFile(graphFile, (await readFile(graphFile, 'utf8')).replace(/^(\S+) \d+/, '$1 2'))
  texts.length = 0
  expect(await updateNoteIndex(paths, { embedder, memories })).toMatchObject({ changed: 3, removed: 0 })
  expect(await index.chunks.count(filter)).toBe(4)
  expect(texts).toEqual([])
})
