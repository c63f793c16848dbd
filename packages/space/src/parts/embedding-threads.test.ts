import type { Embedder } from '@datacortex/embeddings'
import { openEmbedder } from '@datacortex/embeddings'
import { userPaths } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { embeddingThreads } from './embedding-threads.ts'

const settings = { model: 'no-such-folder/model', dtype: 'q8', allow_download: false } as const

test('what the model of a thread says comes back with its code, and closing ends the threads', async () => {
  await using model = openEmbedder({ cacheDir: userPaths().cache })
  const threads: Embedder = embeddingThreads(model, { count: 2, settings, onProgress: () => {} })
  expect(threads.modelId).toBe(model.modelId)
  expect(await threads.embed([])).toEqual([])
  await expect(threads.embed(['tides'])).rejects.toThrow(/no-such-folder/)
  await expect(threads.embed(['tides'], { signal: AbortSignal.abort(new Error('given up')) })).rejects.toThrow(
    'given up',
  )
  await threads[Symbol.asyncDispose]()
})

test('a thread that has ended is not asked again', async () => {
  await using model = openEmbedder({ cacheDir: userPaths().cache })
  // Without settings a thread ends as it starts.
  await using threads = embeddingThreads(model, { count: 1, settings: null as never, onProgress: () => {} })
  for (const text of ['tides', 'waves', 'winds']) {
    const { promise: ended, resolve } = Promise.withResolvers<number>()
    process.once('worker', (worker) => worker.once('exit', resolve))
    await expect(threads.embed([text])).rejects.toThrow(/null|ended/)
    // It was one of its own: the thread before has ended.
    await ended
  }
})
