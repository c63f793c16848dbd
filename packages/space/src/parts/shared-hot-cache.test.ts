import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { spaceVersions } from '@datacortex/memory'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { sharedHotCache } from './shared-hot-cache.ts'

test('searches share one hot cache, which is written when it is closed and not by each of them', async () => {
  const { paths } = await workSpace()
  const written = async (): Promise<number> =>
    (await stat(join(paths.cacheDirectory, 'hot-results.json')).catch(() => ({ size: 0 }))).size
  const options = { now: () => 0, versions: spaceVersions(paths) }
  const shared = sharedHotCache(60_000)
  const caches = []
  for (const query of ['tides', 'moons']) {
    await using hot = await shared.open(paths, options)
    caches.push(hot.cache)
    await hot.cache.keep(query, { limit: 1, hits: [], indexVersion: await hot.cache.indexVersion() })
  }
  expect(new Set(caches).size).toBe(1)
  expect(await written()).toBe(0)
  await shared[Symbol.asyncDispose]()
  expect(await written()).toBeGreaterThan(0)
  await using later = sharedHotCache(60_000)
  await using hot = await later.open(paths, options)
  expect(hot.cache.content.queries).toHaveLength(2)
})
