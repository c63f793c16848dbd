import type { Embedder } from '@datacortex/embeddings'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { noteSpace } from '../index/__fixtures__/note-space.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { openMemory } from './open-memory.ts'

const embedder = createHashEmbedder()

test('where the model never comes, words answer as soon as it is waited for no longer', async () => {
  const paths = await noteSpace({ 'Tides.md': '# Tides\n\nSpring tides.' })
  await updateNoteIndex(paths, { embedder })
  const asked = Promise.withResolvers<undefined>()
  const never: Embedder = {
    ...embedder,
    embed: async (_texts, { signal } = {}) =>
      await new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
        asked.resolve(undefined)
      }),
  }
  await using memory = await openMemory(paths, { embedder: never })
  const time = new AbortController()
  const searching = memory.search('spring tides', { limit: 3, meaningUntil: time.signal })
  await asked.promise
  time.abort()
  expect(await searching).toMatchObject({
    hits: [{ path: 'Tides.md' }],
    legs: { vector: false, text: true, problem: 'the model took too long' },
  })
})

test('while an index is made, the words of all notes answer, and only the question is asked of the model', async () => {
  const notes = Array.from({ length: 400 }, (_, n) => [`n${n}.md`, `Note about walrus${n}.`] as const)
  const paths = await noteSpace(Object.fromEntries(notes))
  const [started, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const slow: Embedder = {
    ...embedder,
    embed: async (texts, how) => {
      started.resolve(undefined)
      await released.promise
      return await embedder.embed(texts, how)
    },
  }
  const indexing = updateNoteIndex(paths, { embedder: slow })
  await started.promise
  const asked: string[] = []
  const own: Embedder = {
    ...embedder,
    embed: async (texts, how) => {
      asked.push(...texts)
      return await embedder.embed(texts, how)
    },
  }
  {
    await using memory = await openMemory(paths, { embedder: own })
    const { hits, remarks } = await memory.search('walrus399', { limit: 1 })
    expect(hits).toMatchObject([{ path: 'n399.md' }])
    expect(remarks.join()).toContain('nothing is embedded yet')
    expect(asked).toEqual([])
  }
  released.resolve(undefined)
  expect(await indexing).toMatchObject({ added: 400, pending: 0 })
})
