import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readNoteStore } from '@datacortex/notes'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { noteSpace } from './__fixtures__/note-space.ts'
import { indexedNotes } from './graph-file.ts'
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
