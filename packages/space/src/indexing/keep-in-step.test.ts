import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { readSettingsWants, trustSpace, writeLocalSettings } from '@datacortex/platform'
import { expect, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { openSpace } from '../space.ts'

const embedder = (modelId: string, onEmbed: () => void): Embedder => ({
  modelId,
  dimensions: 2,
  embed: async (texts) => {
    onEmbed()
    return await Promise.resolve(texts.map(() => Float32Array.of(1, 0)))
  },
  [Symbol.asyncDispose]: () => Promise.resolve(),
})

test('what keeps an index in step goes on with another model as soon as the settings name one', async () => {
  const { paths } = await workSpace()
  await writeFile(join(paths.root, 'tides.md'), '# Tides\n\nThe moon pulls the sea.\n')
  const asked = { default: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() }
  await using space = await openSpace(paths.root, {
    isTrusted: true,
    openModel: async ({ model }) => {
      const name = model === 'default' ? model : 'other'
      return await Promise.resolve(embedder(name, asked[name].resolve))
    },
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

test('the index of a restricted space is kept in the folder of the user, with the model of the program', async () => {
  const { paths } = await workSpace({ settings: { embeddings: { model: '/elsewhere/model' } } })
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, '.user/config'))
  vi.stubEnv('DATACORTEX_CACHE_DIR', join(paths.root, '.user/cache'))
  await writeFile(join(paths.root, 'tides.md'), '# Tides\n\nThe moon pulls the sea.\n')
  const embedded = Promise.withResolvers<void>()
  const models = new Set<string>()
  await using space = await openSpace(paths.root, {
    openModel: async ({ model }) => {
      models.add(model)
      return await Promise.resolve(embedder(model, embedded.resolve))
    },
  })
  const stop = new AbortController()
  const kept = space.keepInStep({ signal: stop.signal, onError: () => {}, retryMs: 1 })
  await embedded.promise
  stop.abort()
  await kept
  expect([...models]).toEqual(['default'])
  for (const folder of [paths.cacheDirectory, paths.stateDirectory]) expect(await readdir(folder)).toEqual([])
})

test('a space that its user trusts meanwhile is followed there, and not with a model that waits', async () => {
  const { paths } = await workSpace()
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, '.user/config'))
  vi.stubEnv('DATACORTEX_CACHE_DIR', join(paths.root, '.user/cache'))
  await writeFile(join(paths.root, 'tides.md'), '# Tides\n\nThe moon pulls the sea.\n')
  const models: string[] = []
  const errors: unknown[] = []
  await using space = await openSpace(paths.root, {
    openModel: async ({ model }) => await Promise.resolve(embedder(model, () => models.push(model))),
  })
  const stop = new AbortController()
  const kept = space.keepInStep({ signal: stop.signal, onError: (error) => void errors.push(error), retryMs: 1 })
  await expect.poll(() => models).toEqual(['default'])
  expect(await readdir(paths.cacheDirectory)).toEqual([])
  await trustSpace(paths.root, { allowed: [] })
  await expect.poll(() => models).toEqual(['default', 'default'])
  expect(await readdir(paths.cacheDirectory)).not.toEqual([])

  await writeLocalSettings(paths, 'embeddings', { model: 'someone/other' })
  await expect
    .poll(() => errors)
    .toMatchObject([{ code: 'SPACE_RESTRICTED', details: { wants: ['embeddings.model'] } }])
  await writeFile(join(paths.root, 'ferries.md'), '# Ferries\n\nThey wait for the tide.\n')
  await trustSpace(paths.root, { allowed: await readSettingsWants(paths) })
  await expect.poll(() => models.slice(2)).toContain('someone/other')
  stop.abort()
  await kept
  expect(models.slice(2), 'nothing was embedded by another model meanwhile').not.toContain('default')
  expect(errors).toHaveLength(1)
})
