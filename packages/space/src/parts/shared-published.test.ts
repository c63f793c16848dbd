import { DirectoryCache } from '@datacortex/directory'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { sharedPublished } from './shared-published.ts'

test('the index of published agents is kept open, and opened anew when they change', async () => {
  const { paths, work } = await workSpace()
  using cache = await DirectoryCache.open(paths)
  const publish = (name: string, hash: string): void => {
    const record = { id: `https://a.example/${name}`, name, description: `Knows ${name}.`, hash: hash.repeat(64) }
    cache.store('catalog', { records: [record] }, { state: { settings: '', askedAt: 0, failures: [] }, seenAt: 0 })
  }
  publish('tides', 'a')
  const models: string[] = []
  const openModel = async () => {
    models.push('opened')
    return await Promise.resolve(createHashEmbedder())
  }
  await using shared = sharedPublished(paths, { openModel, idleMs: 60_000 })
  const ask = async (): Promise<readonly unknown[]> => {
    await using finder = await shared.open(cache, work)
    return [finder.agentCount, finder.update.embedded > 0]
  }
  expect([await ask(), await ask(), models.length]).toEqual([[1, true], [1, false], 1])
  publish('bread', 'b')
  expect([await ask(), models.length]).toEqual([[2, true], 2])
})
