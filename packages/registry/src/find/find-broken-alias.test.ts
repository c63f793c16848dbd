import { expect, test } from 'vitest'
import { readRegistry } from '../file/read/read-registry.ts'
import { resolveAgent } from '../file/names/resolve-agent.ts'
import { countingEmbedder, findSpace, optionsOf, threeAgents } from './__fixtures__/find-space.ts'
import { openFinder } from './open-finder.ts'

test('an alias that leads nowhere or in a circle is refused as everywhere, also by another finder', async () => {
  const paths = await findSpace({
    ...threeAgents,
    lost: { description: '', alias: 'nobody' },
    'lost-lead': { description: '', alias: 'lost' },
    round: { description: '', alias: 'round-again' },
    'round-again': { description: '', alias: 'round' },
  })
  const registry = await readRegistry(paths)
  const thrownBy = (id: string): unknown => {
    try {
      return resolveAgent(registry, id)
    } catch (error) {
      return error
    }
  }
  for (let opening = 1; opening <= 2; opening += 1) {
    await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
    for (const [query, id] of [
      ['lost', 'lost'],
      ['@Lost_Lead', 'lost-lead'],
      ['round', 'round'],
    ] as const)
      await expect(finder.find(query)).rejects.toEqual(thrownBy(id))
    await expect(finder.find('lost')).rejects.toMatchObject({ code: 'REGISTRY_ALIAS_DANGLING' })
    await expect(finder.find('round')).rejects.toMatchObject({ code: 'REGISTRY_ALIAS_CYCLE' })
    expect((await finder.find('lost lead', { minScore: 0 })).results).not.toEqual([])
  }
})
