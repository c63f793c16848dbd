import { createHashEmbedder } from '@datacortex/testkit'
import { withLock } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { noteSpace, openIndex, recordingEmbedder } from './__fixtures__/note-space.ts'
import { examineNoteIndex } from './examine-note-index.ts'
import { noteIndexPlace } from './open-chunks.ts'
import { updateNoteIndex } from './update-note-index.ts'

const vault = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`n${at}.md`, `# N${at}\n\nwalrus number ${at}\n`]),
)

test('an update for one note embeds that one and some others; the rest is found by words until the next', async () => {
  const paths = await noteSpace({ ...vault, 'zz.md': '# Zz\n\nA heron stands still.\n' })
  const { embedder, texts } = recordingEmbedder()
  const few = await updateNoteIndex(paths, { embedder, embedOnly: { notes: ['zz.md'], others: 3 } })
  expect(few).toMatchObject({ added: 21, embedded: 4, pending: 17, postponed: 17 })
  expect(texts.join()).toContain('heron')
  const { chunks } = await openIndex(paths)
  expect([...(await chunks.hashes()).keys()]).toContain('zz.md#0')
  expect(await chunks.searchText('walrus', { limit: 50 })).toHaveLength(20)
  expect(await examineNoteIndex(paths)).toMatchObject({ state: 'fresh', unembedded: true })
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ embedded: 17, pending: 0, postponed: 0 })
  expect((await examineNoteIndex(paths)).unembedded).toBe(false)
})

test('vectors of the model before answer as long as some texts are postponed', async () => {
  const paths = await noteSpace(vault)
  await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  const other = { ...recordingEmbedder().embedder, modelId: 'another' }
  await updateNoteIndex(paths, { embedder: other, embedOnly: { notes: ['n1.md'], others: 0 } })
  const { chunks } = await openIndex(paths, other)
  expect((await chunks.vectorSources()).map(({ modelId }) => modelId)).toContain(createHashEmbedder().modelId)
  await updateNoteIndex(paths, { embedder: other })
  expect((await chunks.vectorSources()).map(({ modelId }) => modelId)).toEqual(['another'])
})

test('who does not want to wait for another update is told', async () => {
  const paths = await noteSpace(vault)
  const { embedder } = recordingEmbedder()
  await withLock(noteIndexPlace(paths).updateLock, async () => {
    await expect(updateNoteIndex(paths, { embedder, waitMs: 50 })).rejects.toMatchObject({
      code: 'PLATFORM_LOCK_TIMEOUT',
    })
  })
})
