import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { writeLocalSettings } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { openSpace } from '../space.ts'

test('what keeps an index in step goes on with another model as soon as the settings name one', async () => {
  const { paths } = await workSpace()
  await writeFile(join(paths.root, 'tides.md'), '# Tides\n\nThe moon pulls the sea.\n')
  const asked = { default: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() }
  const embedder = (model: 'default' | 'other'): Embedder => ({
    modelId: model,
    dimensions: 2,
    embed: async (texts) => {
      asked[model].resolve()
      return await Promise.resolve(texts.map(() => Float32Array.of(1, 0)))
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  })
  await using space = await openSpace(paths.root, {
    isTrusted: true,
    openModel: async ({ model }) => await Promise.resolve(embedder(model === 'default' ? model : 'other')),
  })
  const stop = new AbortController()
  const errors: unknown[] = []
  const onError = (error: unknown): void => void errors.push(error)
  const kept = space.keepInStep({ signal: stop.signal, onError, retryMs: 1 })
  await asked.default.promise
  await writeLocalSettings(paths, 'embeddings', { model: 'someone/other' })
  await asked.other.promise
  stop.abort()
  await kept
  expect(errors).toEqual([])
})
