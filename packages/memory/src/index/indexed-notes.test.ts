import { copyFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LinkResolver, readNoteStore } from '@datacortex/notes'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noteSpace, writeNote } from './__fixtures__/note-space.ts'
import { indexedNotes } from './graph-file.ts'
import { noteIndexPlace } from './open-chunks.ts'
import { updateNoteIndex } from './update-note-index.ts'

test('an index that is behind gives what has not changed; the files give the rest', async () => {
  const paths = await noteSpace({ 'a.md': 'To [[b]].', 'b.md': '# B', 'gone.md': 'To [[b]].' })
  await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  await rm(join(paths.root, 'gone.md'))
  await writeFile(join(paths.root, 'a.md'), 'To [[new]].')
  await writeFile(join(paths.root, 'new.md'), '---\naliases: [fresh]\n---\nTo [[b]].')
  const { graph } = await readNoteStore(paths, { known: await indexedNotes(paths) })
  expect([...graph.notes.keys()]).toEqual(['a.md', 'b.md', 'new.md'])
  expect(graph.linksFrom('a.md')).toEqual(['new.md'])
  expect(graph.linksTo('b.md')).toEqual(['new.md'])
  expect(graph.notes.get('new.md')?.aliases).toEqual(['fresh'])
})

test('after a change of one note only that note is written as JSON anew, and what is known is not parsed again', async () => {
  const paths = await noteSpace(
    Object.fromEntries(Array.from({ length: 40 }, (_, place) => [`${place}.md`, `To [[${place + 1}]].`])),
  )
  const embedder = createHashEmbedder()
  await updateNoteIndex(paths, { embedder })
  await writeNote(paths, '7.md', 'To [[8]], and on.')
  const stringify = vi.spyOn(JSON, 'stringify')
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ changed: 1 })
  const written = stringify.mock.calls.flatMap(([value]) => (Array.isArray(value) ? [String(value[0])] : []))
  expect(written.filter((path) => path.endsWith('.md'))).toEqual(['7.md'])
  expect(parse.mock.calls.filter(([text]) => text.startsWith('["'))).toEqual([])
  const { notes } = (await readNoteStore(paths, { known: await indexedNotes(paths) })).graph
  expect(notes.size).toBe(40)
})

test('who asks while what the index knows is read waits for the same, and the way back of links is kept with it', async () => {
  const paths = await noteSpace({ 'a.md': 'To [[b]].', 'b.md': '# B' })
  await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  // As in another process, which has read nothing yet.
  await copyFile(noteIndexPlace(paths).graphFile, `${paths.root}/kept`)
  await rename(`${paths.root}/kept`, noteIndexPlace(paths).graphFile)
  const [known, same] = await Promise.all([indexedNotes(paths), indexedNotes(paths)])
  expect(known.size).toBe(2)
  expect(same).toBe(known)
  const stores = [await readNoteStore(paths, { known }), await readNoteStore(paths, { known })]
  expect(stores[0]?.graph).toBe(stores[1]?.graph)
})

test('where links lead is found again only if a note came, went or changed', async () => {
  const paths = await noteSpace({ 'a.md': 'To [[b]].', 'b.md': '# B', 'c.md': 'To [[d]].' })
  await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  const known = await indexedNotes(paths)
  const resolve = vi.spyOn(LinkResolver, 'of')
  onTestFinished(() => void vi.restoreAllMocks())
  expect((await readNoteStore(paths, { known })).graph.linksFrom('a.md')).toEqual(['b.md'])
  expect(resolve).not.toHaveBeenCalled()
  await writeNote(paths, 'd.md', '# D')
  expect((await readNoteStore(paths, { known })).graph.linksFrom('c.md')).toEqual(['d.md'])
  await rm(join(paths.root, 'd.md'))
  await rm(join(paths.root, 'b.md'))
  expect((await readNoteStore(paths, { known })).graph.linksFrom('a.md')).toEqual([])
  expect(resolve).toHaveBeenCalledTimes(2)
})
