import { readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { noteIndexPlace } from '../index/note-index-place.ts'
import { temporaryNotes } from '../notes/__fixtures__/temporary-notes.ts'
import { readNoteShelf } from './note-shelf.ts'

test('without an index every note is read, and nothing is written', async () => {
  const paths = await temporaryNotes({
    'a.md': 'To [[b]] and [[c]].',
    'b.org': '* TODO B\nTo [[file:a.md][a]].',
    'x.bin.md': new Uint8Array(100),
  })
  const { graph, files, skipped } = await readNoteShelf(paths)
  expect([...files.keys()]).toEqual(['a.md', 'b.org'])
  expect(graph.linksFrom('a.md')).toEqual(['b.org'])
  expect(graph.linksTo('a.md')).toEqual(['b.org'])
  expect(graph.unresolved('a.md')).toMatchObject([{ target: 'c' }])
  expect(skipped).toMatchObject([{ path: 'x.bin.md' }])
  await expect(readFile(noteIndexPlace(paths).graphFile)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('an index that is behind gives what has not changed; the files give the rest', async () => {
  const paths = await temporaryNotes({ 'a.md': 'To [[b]].', 'b.md': '# B', 'gone.md': 'To [[b]].' })
  // Notes this fresh are read anew in any case.
  for (const name of ['a.md', 'b.md', 'gone.md']) await utimes(join(paths.root, name), 1, 1)
  await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  await rm(join(paths.root, 'gone.md'))
  await writeFile(join(paths.root, 'a.md'), 'To [[new]].')
  await writeFile(join(paths.root, 'new.md'), '---\naliases: [fresh]\n---\nTo [[b]].')
  const { graph } = await readNoteShelf(paths)
  expect([...graph.notes.keys()]).toEqual(['a.md', 'b.md', 'new.md'])
  expect(graph.linksFrom('a.md')).toEqual(['new.md'])
  expect(graph.linksTo('b.md')).toEqual(['new.md'])
  expect(graph.notes.get('new.md')?.aliases).toEqual(['fresh'])
})

test('what is closed is nowhere, also not where others link to it', async () => {
  const paths = await temporaryNotes({ 'open.md': 'To [[secret]].', 'secret.md': 'To [[open]].' })
  const { graph } = await readNoteShelf(paths, { closed: (path) => (path === 'secret.md' ? 'private' : undefined) })
  expect([...graph.notes.keys()]).toEqual(['open.md'])
  expect(graph.linksTo('open.md')).toEqual([])
  expect(graph.linksFrom('open.md')).toEqual([])
})

test('a link out of the space is passed over', async () => {
  const paths = await temporaryNotes({ 'a.md': 'A' })
  await symlink('/etc/hostname', join(paths.root, 'out.md'))
  const { files, skipped } = await readNoteShelf(paths)
  expect([...files.keys()]).toEqual(['a.md'])
  expect(skipped).toMatchObject([{ path: 'out.md' }])
})
