import { join } from 'node:path'
import { rm, writeFile } from 'node:fs/promises'
import { findNote, readNoteStore, readPassage } from '@datacortex/notes'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { allowAll, openSpaceReader } from '../context/space-reader.ts'
import { searchNotes } from '../search/search-notes.ts'
import { coldScan } from '../tiers/cold-scan.ts'
import { noteSpace, openIndex } from './__fixtures__/note-space.ts'
import { reviewNotes } from './review-notes.ts'
import { updateNoteIndex } from './update-note-index.ts'

const embedder = createHashEmbedder()

const board = JSON.stringify({
  nodes: [
    { id: '1', type: 'text', text: 'The walrus waits [[Ice]] #arctic', x: 0, y: 0, width: 10, height: 10 },
    { id: '2', type: 'file', file: 'Ice.md', x: 0, y: 100, width: 10, height: 10 },
  ],
  edges: [{ id: '3', fromNode: '1', toNode: '2', label: 'melts' }],
})

const files = {
  'Maps/Board.canvas': board,
  'Board.md': 'another board',
  'Ice.md': '[[Board.canvas]] ![[Maps/Board.canvas#x]] [x](Maps/Board.canvas) [[Board]] [[Gone.canvas]]',
  'Maps/Ice.md': 'near the board',
}

test('a canvas is found by its words in the index and in the files, with the lines that it is read as', async () => {
  const paths = await noteSpace(files)
  const cold = await coldScan(paths, 'walrus', { filter: { types: ['canvas'], tags: ['arctic'] } })
  expect(cold).toMatchObject({
    hits: [{ note: { path: 'Maps/Board.canvas', title: 'Board', type: 'canvas' }, startLine: 1 }],
  })
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({
    added: 4,
    skipped: [],
    left_out: [],
    findings: [],
  })
  const index = await openIndex(paths)
  const asked = { limit: 5, filter: { types: ['canvas'] } }
  const { hits } = await searchNotes(index, 'melts', asked)
  const [hit] = hits
  expect(hit).toMatchObject({ path: 'Maps/Board.canvas', title: 'Board', type: 'canvas', tags: ['arctic'], end: 5 })
  const passage = await readPassage({ path: 'Maps/Board.canvas', file: join(paths.root, 'Maps/Board.canvas') })
  expect(passage).toMatchObject({ start: 1, end: 5, lines: 5 })
  expect(passage?.text).toContain(hit?.snippet)
  const shown = { path: (path: string) => !path.startsWith('Maps/'), memory: async () => await Promise.resolve(true) }
  expect((await searchNotes(index, 'walrus melts', { ...asked, shown })).hits).toEqual([])
})

test('links lead to a canvas by its name with the ending, and from its cards to the notes that lie on it', async () => {
  const paths = await noteSpace(files)
  const { graph } = await readNoteStore(paths)
  expect(graph.linksFrom('Ice.md')).toEqual(['Maps/Board.canvas', 'Board.md'])
  expect(graph.linksFrom('Maps/Board.canvas')).toEqual(['Maps/Ice.md', 'Ice.md'])
  expect(findNote(graph.notes, 'Board')).toEqual({ path: 'Board.md' })
  expect(findNote(graph.notes, 'board.canvas')).toEqual({ path: 'Maps/Board.canvas' })
  await updateNoteIndex(paths, { embedder })
  expect((await reviewNotes(paths)).dangling).toEqual([{ path: 'Ice.md', target: 'Gone.canvas', line: 1 }])
})

test('a canvas that breaks is told and left out of what is read, and one that goes goes', async () => {
  const paths = await noteSpace({ ...files, 'Bad.canvas': '{"nodes":' })
  const skipped = [{ path: 'Bad.canvas', reason: 'it is not the JSON of a canvas' }]
  expect((await coldScan(paths, 'walrus')).skipped).toEqual(skipped)
  expect((await readNoteStore(paths)).skipped).toEqual(skipped)
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ added: 4, skipped })
  await writeFile(join(paths.root, 'Bad.canvas'), board)
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ added: 1, skipped: [] })
  await rm(join(paths.root, 'Bad.canvas'))
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ removed: 1 })
})

test('an agent that is given a canvas is given what is written on it', async () => {
  const paths = await noteSpace({ ...files, 'Bad.canvas': '7' })
  const reader = await openSpaceReader(paths, allowAll)
  const read = await reader.read('Maps/Board.canvas')
  expect(read).toMatchObject({ text: expect.stringMatching(/^The walrus waits .*\n\n\[\[\/Ice\.md\]\]\n/) as string })
  expect(await reader.read('Bad.canvas')).toEqual({ reason: 'it is not the JSON of a canvas' })
})
