import { readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryNotes } from './__fixtures__/temporary-notes.ts'
import { readNoteStore } from './note-store.ts'

test('every note is read, and nothing is written', async () => {
  const paths = await temporaryNotes({
    'a.md': 'To [[b]] and [[c]].',
    'b.org': '* TODO B\nTo [[file:a.md][a]].',
    'x.bin.md': new Uint8Array(100),
  })
  const { graph, files, skipped } = await readNoteStore(paths)
  expect([...files.keys()]).toEqual(['a.md', 'b.org'])
  expect(graph.linksFrom('a.md')).toEqual(['b.org'])
  expect(graph.linksTo('a.md')).toEqual(['b.org'])
  expect(graph.unresolved('a.md')).toMatchObject([{ target: 'c' }])
  expect(skipped).toMatchObject([{ path: 'x.bin.md' }])
  expect(await readdir(paths.root)).toEqual(['a.md', 'b.org', 'x.bin.md'])
})

test('what an index knows of a file that has not changed is not read again', async () => {
  const paths = await temporaryNotes({ 'a.md': 'A', 'b.md': 'B' })
  const { graph } = await readNoteStore(paths)
  const known = new Map(Array.from(graph.notes, ([path, note]) => [path, { ...note, title: `Known ${note.title}` }]))
  await writeFile(join(paths.root, 'b.md'), 'changed')
  const read = await readNoteStore(paths, { known })
  expect(Array.from(read.graph.notes.values(), ({ title }) => title)).toEqual(['Known a', 'b'])
})

test('what is closed is nowhere, also not where others link to it', async () => {
  const paths = await temporaryNotes({ 'open.md': 'To [[secret]].', 'secret.md': 'To [[open]].' })
  const { graph } = await readNoteStore(paths, { whyHidden: (path) => (path === 'secret.md' ? 'private' : undefined) })
  expect([...graph.notes.keys()]).toEqual(['open.md'])
  expect(graph.linksTo('open.md')).toEqual([])
  expect(graph.linksFrom('open.md')).toEqual([])
})

test('a link out of the space is passed over', async () => {
  const paths = await temporaryNotes({ 'a.md': 'A' })
  await symlink('/etc/hostname', join(paths.root, 'out.md'))
  const { files, skipped } = await readNoteStore(paths)
  expect([...files.keys()]).toEqual(['a.md'])
  expect(skipped).toMatchObject([{ path: 'out.md' }])
})
