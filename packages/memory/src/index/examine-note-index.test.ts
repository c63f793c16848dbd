import { appendFile, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { CodedError } from '@datacortex/errors'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { noteSpace, writeNote } from './__fixtures__/note-space.ts'
import { examineNoteIndex } from './examine-note-index.ts'
import { updateNoteIndex } from './update-note-index.ts'

test('says what the next update would find', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus', 'b.md': 'seal', 'c.md': 'otter', 'd.md': 'whale' })
  const embedder = createHashEmbedder()
  expect(await examineNoteIndex(paths)).toMatchObject({ state: 'absent', added: 4, unchanged: 0 })
  await updateNoteIndex(paths, { embedder })
  expect(await examineNoteIndex(paths)).toMatchObject({ state: 'fresh', added: 0, changed: 0, unchanged: 4 })
  await appendFile(join(paths.root, 'a.md'), ' and more')
  await rm(join(paths.root, 'b.md'))
  await utimes(join(paths.root, 'c.md'), 1, 1)
  await writeNote(paths, 'e.md', 'krill')
  const counts = { added: 1, changed: 1, removed: 1, unchanged: 2 }
  expect(await examineNoteIndex(paths)).toMatchObject({ state: 'stale', ...counts })
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject(counts)
})

test('files that no update can read leave the index fresh and are named', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus', 'b.canvas': '[]', 'c.md': 'seal' })
  const embedder = createHashEmbedder()
  const skipped = [{ path: 'b.canvas', reason: 'it is not the JSON of a canvas' }]
  expect(await examineNoteIndex(paths)).toMatchObject({ state: 'absent', added: 2, skipped })
  await updateNoteIndex(paths, { embedder })
  expect(await examineNoteIndex(paths)).toMatchObject({ state: 'fresh', added: 0, unchanged: 2, skipped })
  await writeNote(paths, 'c.md', '\0'.repeat(500))
  const both = [...skipped, { path: 'c.md', reason: 'a binary file' }]
  expect(await examineNoteIndex(paths)).toMatchObject({ state: 'fresh', changed: 0, unchanged: 1, skipped: both })
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ changed: 0, unchanged: 1, skipped: both })
})

test('a space without notes is fresh', async () => {
  expect(await examineNoteIndex(await noteSpace({}))).toMatchObject({ state: 'fresh', added: 0, unchanged: 0 })
})

test('embedding that was stopped, or that the model failed in, is told until an update ends it', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus', 'b.md': 'seal' })
  const embedder = createHashEmbedder()
  const stop = new AbortController()
  const stopping: Embedder = {
    ...embedder,
    embed: () => {
      stop.abort(new Error('stopped'))
      return Promise.reject(new Error('stopped'))
    },
  }
  await expect(updateNoteIndex(paths, { embedder: stopping, signal: stop.signal })).rejects.toThrow('stopped')
  expect(await examineNoteIndex(paths)).toMatchObject({ state: 'fresh', unembedded: true })
  const failing: Embedder = {
    ...embedder,
    embed: () => Promise.reject(new CodedError('EMBEDDINGS_BROKEN', 'No model.')),
  }
  expect(await updateNoteIndex(paths, { embedder: failing })).toMatchObject({ pending: 2 })
  expect(await examineNoteIndex(paths)).toMatchObject({ state: 'fresh', unembedded: true })
  await updateNoteIndex(paths, { embedder })
  expect(await examineNoteIndex(paths)).toMatchObject({ state: 'fresh', unembedded: false })
})
