import { chmod, mkdir, rename, rm, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { asOrdinaryUser } from '@datacortex/notes/fixtures'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { noteSpace, openIndex, writeNote } from '../index/__fixtures__/note-space.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { openMemory } from '../tiers/open-memory.ts'
import { searchNotes } from './search-notes.ts'

const embedder = createHashEmbedder({ dimensions: 256 })
const text = (n: number): string => `# Note ${n}\n\nThe walrus eats mussels, says ${n}.\n`
const notes = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`sea/${n}.md`, text(n)]))

test('a hit says that its file changed or is gone, and what is gone comes last', async () => {
  const paths = await noteSpace({ ...notes, 'Tides.md': 'The walrus and the tides.', 'sea/Café.md': text(7) })
  await updateNoteIndex(paths, { embedder })
  const index = await openIndex(paths, embedder)
  const states = async (limit: number): Promise<Readonly<Record<string, string | undefined>>> => {
    const { hits } = await searchNotes(index, 'walrus mussels', { limit, embedder })
    return Object.fromEntries(hits.map(({ path, state }) => [path, state]))
  }
  expect(new Set(Object.values(await states(9)))).toEqual(new Set([undefined]))
  const [best = '', second = '', third = ''] = Object.keys(await states(9))
  await rm(join(paths.root, best))
  await writeNote(paths, second, 'Something else, of another length.\n')
  // As a checkout does: other times, the same content.
  await utimes(join(paths.root, third), 1, 1)
  // As macOS writes names.
  await rename(join(paths.root, 'sea/Café.md'), join(paths.root, 'sea/Cafe\u0301.md'))
  const found = Object.entries(await states(9))
  expect(found[0]).toEqual([second, 'changed'])
  expect(found.at(-1)).toEqual([best, 'missing'])
  expect(found.slice(1, -1).map(([, state]) => state)).toEqual(Array.from({ length: 6 }, () => undefined))
  expect(found.map(([path]) => path)).toContain('sea/Café.md')
  // Those that are there take the places of those that are gone.
  expect(Object.keys(await states(2))).toEqual([second, third])
  await rename(join(paths.root, 'sea'), join(paths.root, 'ocean'))
  expect(Object.entries(await states(3))[0]).toEqual(['Tides.md', undefined])
})

test('of notes that were moved the files tell where they are now', async () => {
  const paths = await noteSpace(notes)
  await updateNoteIndex(paths, { embedder })
  await rename(join(paths.root, 'sea'), join(paths.root, 'ocean'))
  await using memory = await openMemory(paths, { embedder })
  const { hits } = await memory.search('walrus mussels', { limit: 9 })
  expect(hits[0]?.path).toMatch(/^ocean\//)
  expect(hits.filter(({ state }) => state === 'missing').every(({ path }) => path?.startsWith('sea/'))).toBe(true)
  const states = hits.map(({ state }) => state)
  expect(states.indexOf('missing')).toBeGreaterThan(states.lastIndexOf(undefined))
})

test('what stands behind a link or in a folder that may not be read', async () => {
  const paths = await noteSpace(notes)
  await updateNoteIndex(paths, { embedder })
  const index = await openIndex(paths, embedder)
  const { notes: known } = await index.graph()
  const stateOf = async (path: string): Promise<string | undefined> => {
    const note = known.get(path)
    return note === undefined ? 'unknown' : await index.stateOf(path, note.file)
  }
  await rename(join(paths.root, 'sea/0.md'), join(paths.root, '0.txt'))
  await symlink('../0.txt', join(paths.root, 'sea/0.md'))
  await rm(join(paths.root, 'sea/1.md'))
  await mkdir(join(paths.root, 'sea/1.md'))
  expect(await stateOf('sea/0.md')).toBe('missing')
  expect(await stateOf('sea/1.md')).toBe('missing')
  expect(await stateOf('sea/2.md')).toBeUndefined()
  await asOrdinaryUser(paths.root, async () => {
    await chmod(join(paths.root, 'sea'), 0)
    expect(await stateOf('sea/2.md')).toBeUndefined()
    await chmod(join(paths.root, 'sea'), 0o755)
  })
})

test('that no note holds a quoted phrase is told each time it is asked', async () => {
  const paths = await noteSpace(notes)
  await updateNoteIndex(paths, { embedder })
  await using memory = await openMemory(paths, { embedder })
  for (const _ of [1, 2]) {
    const { hits, remarks } = await memory.search('"walrus mussels"', { limit: 3 })
    expect(hits.length).toBeGreaterThan(0)
    expect(remarks).toContain('No note that was found holds the phrase "walrus mussels".')
  }
  expect((await memory.search('"walrus eats mussels"', { limit: 3 })).remarks).toEqual([])
})

test('notes far behind take the places of a whole folder that is gone', async () => {
  const gone = Array.from({ length: 25 }, (_, n) => [
    `old/${n}.md`,
    `The walrus eats mussels, mussels and mussels ${n}.`,
  ])
  const paths = await noteSpace({
    ...Object.fromEntries(gone),
    'a.md': 'A walrus, far away.',
    'b.md': 'The other walrus.',
  })
  await updateNoteIndex(paths, { embedder })
  await rm(join(paths.root, 'old'), { recursive: true })
  const { hits } = await searchNotes(await openIndex(paths, embedder), 'walrus mussels', { limit: 5 })
  expect(hits.slice(0, 2).map(({ path }) => path)).toEqual(expect.arrayContaining(['a.md', 'b.md']))
  expect(hits.slice(2).map(({ state }) => state)).toEqual(['missing', 'missing', 'missing'])
  expect(hits.slice(0, 2).every(({ score }) => score > 0)).toBe(true)
})
