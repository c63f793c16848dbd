import type { SearchHit, SearchPort } from '@datacortex/memory'
import { expect, test } from 'vitest'
import { localNotes } from './local-notes.ts'

const { signal } = new AbortController()

const hit = (path: string, score = 0.8): SearchHit => {
  const place = { id: `${path}#0`, path, title: path, type: 'note', space: '', date: '', tags: [] }
  return { ...place, score, hop: 0, snippet: '', origin: 'local' }
}

/** A memory of these notes, best first, as many as are asked for. */
const memoryOf =
  (hits: readonly SearchHit[]): SearchPort =>
  async (_, { limit }) =>
    await Promise.resolve(hits.slice(0, limit))

const readText = async (path: string): Promise<string> =>
  await Promise.resolve(path.startsWith('made') ? '---\nresearch: r-1\n---\nFound.' : `Mine: ${path}`)

test('notes of one’s own are found behind all that an earlier run on the topic has written', async () => {
  const made = Array.from({ length: 20 }, (_, place) => hit(`made-${place}.md`))
  const own = Array.from({ length: 12 }, (_, place) => hit(`own-${place}.md`))
  const notes = await localNotes('tides', {
    search: memoryOf([...made, ...own]),
    readText,
    signal,
  })
  expect(notes.map(({ path }) => path)).toEqual(own.slice(0, 8).map(({ path }) => path))
  expect(notes[0]).toEqual({ path: 'own-0.md', title: 'own-0.md', text: 'Mine: own-0.md' })
})

test('plain notes are found where what runs have written fills the whole answer, however low they score', async () => {
  const made = Array.from({ length: 300 }, (_, place) => hit(`made-${place}.md`))
  const own = [hit('own.md', 0.1), hit('unread.md', 0.05)]
  const search: SearchPort = async (_, { limit, filter }) =>
    await Promise.resolve((filter?.types?.includes('note') === true ? own : [...made, ...own]).slice(0, limit))
  const notes = await localNotes('tides', { search, readText, signal })
  expect(notes.map(({ path }) => path)).toEqual(['own.md', 'unread.md'])
})

test('memories, doubles and notes that have gone are none', async () => {
  const hits = [{ ...hit('memory'), path: undefined }, hit('twice.md'), hit('twice.md'), hit('gone.md')]
  const notes = await localNotes('tides', {
    search: memoryOf(hits),
    readText: async (path) => (path === 'gone.md' ? undefined : await readText(path)),
    signal,
  })
  expect(notes.map(({ path }) => path)).toEqual(['twice.md'])
  const stopped = localNotes('tides', {
    search: memoryOf(hits),
    readText,
    signal: AbortSignal.abort(new Error('stop')),
  })
  await expect(stopped).rejects.toThrow('stop')
})
