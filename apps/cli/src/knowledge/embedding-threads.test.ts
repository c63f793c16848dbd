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
