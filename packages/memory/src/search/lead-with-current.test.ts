import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { noteSpace, openIndex } from '../index/__fixtures__/note-space.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { searchNotes } from './search-notes.ts'

const filler = 'Leaves and straw lie on the heap for a while. '.repeat(12)
const literature = (type: string): string =>
  `---\ntype: ${type}\n---\n# Compost\n\n## Summary\n\nFinished compost smells like soil after twelve months. ${filler}\n\n## Earlier version, 2026-11-23\n\n### Compost\n\nFinished compost smells like soil after nine months. My rhubarb.\n`

const embedder = createHashEmbedder({ dimensions: 256 })

async function hitsOf(query: string, type = 'literature') {
  const paths = await noteSpace({
    'Compost.md': literature(type),
    'zettel.md': '# Compost takes its time\n\nFinished compost smells like soil after twelve months.\n',
  })
  await updateNoteIndex(paths, { embedder })
  return (await searchNotes(await openIndex(paths, embedder), query, { limit: 5, embedder })).hits
}

test('what holds now stands for a note, and before what was replaced', async () => {
  const hits = await hitsOf('finished compost smells like soil after nine months')
  expect(hits.map(({ path }) => path)).toEqual(['zettel.md', 'Compost.md'])
  expect(hits[1]?.snippet).toContain('twelve months')
  expect(hits[1]).not.toHaveProperty('earlier')
})

test('what a person wrote into text that was replaced is found, and told as such', async () => {
  const [hit] = await hitsOf('rhubarb')
  expect(hit).toMatchObject({ path: 'Compost.md', earlier: true })
  expect(hit?.snippet).toContain('My rhubarb.')
})

test('in a note of another type such a heading is one like any other', async () => {
  const [hit] = await hitsOf('finished compost smells like soil after nine months', 'note')
  expect(hit).toMatchObject({ path: 'Compost.md', id: 'Compost.md#1' })
  expect(hit).not.toHaveProperty('earlier')
})
