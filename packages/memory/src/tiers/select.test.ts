import { CodedError } from '@datacortex/errors'
import { expect, test } from 'vitest'
import type { SearchHit, SearchPort } from '../search/search-port.ts'
import { memoryText } from '../memories/__fixtures__/memory-space.ts'
import { HotCache } from './hot-cache.ts'
import { recentMemories } from './cold-port.ts'
import { type MemoryTiers, select } from './select.ts'
import type { Versions } from './note-versions.ts'

function hit(id: string, snippet: string): SearchHit {
  return { id, title: id, type: 'note', score: 0.9, hop: 0, snippet, origin: 'local' }
}

type World = {
  readonly tiers: MemoryTiers
  readonly asked: string[]
}

/** The tiers that are searched; each look at the clock takes a millisecond. */
function world(ports: { warm?: SearchPort; cold?: SearchPort; memories?: readonly SearchHit[] } = {}): World {
  const asked: string[] = []
  let time = 0
  const versions: Versions = {
    index: () => Promise.resolve('1'),
    notes: () => Promise.resolve(new Map()),
  }
  const port = (name: string, inner: SearchPort | undefined): SearchPort => {
    return async (query, options) => {
      asked.push(`${name} ${query}`)
      return (await inner?.(query, options)) ?? []
    }
  }
  const tiers = {
    hot: new HotCache({ now: () => 0, versions, memories: () => Promise.resolve(ports.memories ?? []) }),
    warm: port('warm', ports.warm),
    cold: port('cold', ports.cold),
    elapsed: () => (time += 1),
  }
  return { tiers, asked }
}

test('the index answers once, the hot cache after that', async () => {
  const { tiers, asked } = world({ warm: () => Promise.resolve([hit('a', 'spring tides')]) })
  const first = await select(tiers, 'tides', { limit: 3 })
  expect(first.tiers.map(({ tier, answered, reason }) => [tier, answered, reason])).toEqual([
    ['tier0_working', false, 'there is no such tier here'],
    ['tier1_hot', false, 'this query was not answered before; 0 hits are held'],
    ['tier2_warm', true, 'found in the index'],
  ])
  expect((await select(tiers, 'Tides', { limit: 3 })).tier).toBe('tier1_hot')
  expect(asked).toEqual(['warm tides'])
})

test('weak hits of the index are not kept: what the files have is found by the same query again', async () => {
  const weak = { ...hit('weak', 'tides of opinion'), score: 0.2 }
  const { tiers, asked } = world({
    warm: () => Promise.resolve([weak]),
    cold: () => Promise.resolve([hit('raw.md', 'spring tides')]),
  })
  for (const _ of [1, 2]) {
    const { tier, hits } = await select(tiers, 'spring tides', { limit: 1 })
    expect([tier, hits.map(({ id }) => id)]).toEqual(['tier3_cold', ['raw.md']])
  }
  expect(asked).toEqual(['warm spring tides', 'cold spring tides', 'warm spring tides', 'cold spring tides'])
})

test('what is not indexed is found in the files, and a failing index says why it was passed over', async () => {
  const broken: SearchPort = () => Promise.reject(new CodedError('VECTOR_STORE_UNAVAILABLE', 'The disk is full.'))
  const { tiers } = world({ warm: broken, cold: () => Promise.resolve([hit('raw.md', 'tides')]) })
  const { tier, tiers: reports } = await select(tiers, 'tides', { limit: 3 })
  expect([tier, reports[2]?.reason]).toEqual(['tier3_cold', 'VECTOR_STORE_UNAVAILABLE: The disk is full.'])
})

test('nothing anywhere is an empty selection that names all four', async () => {
  const { tiers } = world()
  const { tier, hits, tiers: reports } = await select(tiers, 'tides', { limit: 3 })
  expect([tier, hits, reports.map((report) => report.answered)]).toEqual([undefined, [], [false, false, false, false]])
  const none = await select({ elapsed: () => 0 }, 'tides', { limit: 3 })
  expect(none.tiers.map(({ reason }) => reason)).toEqual(Array.from({ length: 4 }, () => 'there is no such tier here'))
})

test('a bug in a port is not taken for an empty tier, and an abort ends it', async () => {
  const { tiers } = world({ warm: () => Promise.reject(new TypeError('bug')) })
  await expect(select(tiers, 'tides', { limit: 3 })).rejects.toThrow('bug')
  const reason = new Error('stop')
  await expect(select(tiers, 'tides', { limit: 3, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

test('what hot tiers hold fills up a short answer of a colder one, each hit once', async () => {
  const memories = [hit('a', 'tides'), hit('b', 'old tides')]
  const { tiers } = world({ warm: () => Promise.resolve([hit('a', 'tides')]), memories })
  const { hits } = await select(tiers, 'tides', { limit: 3 })
  expect(hits.map(({ id, tier }) => [id, tier])).toEqual([
    ['a', 'tier2_warm'],
    ['b', 'tier1_hot'],
  ])
})

test('memories of the last seven days are hot', () => {
  const at = (day: string) => ({ timestamp: `${day}T00:00:00.000Z` })
  const right = memoryText('Right tides.', { insights: ['moon'], ...at('2026-01-10') })
  const other = memoryText('More.', { tags: ['x'], ...at('2026-01-11') })
  const hits = recentMemories([memoryText('Old tides.', at('2026-01-01')), right, other], Date.parse('2026-01-12'))
  expect(hits.map(({ id }) => id)).toEqual([`memory:${other.id}`, `memory:${right.id}`])
  expect(hits[1]).toMatchObject({ type: 'session-memory', title: 'Right tides', snippet: 'Right tides.\n- moon' })
})

test('given a clock, the same steps give the same selection', async () => {
  const run = async () => {
    const { tiers } = world({ warm: () => Promise.resolve([hit('a', 'tides')]), memories: [hit('b', 'tides')] })
    return [await select(tiers, 'tides', { limit: 5 }), await select(tiers, 'tides', { limit: 5 })]
  }
  expect(await run()).toEqual(await run())
})

test('an answer of an index that changes meanwhile is not taken for one of the new index', async () => {
  const { tiers } = world()
  let version = 1
  const versions: Versions = {
    index: () => Promise.resolve(`${version}`),
    notes: () => Promise.resolve(new Map()),
  }
  const warm: SearchPort = () => {
    version += 1
    return Promise.resolve([hit(`of version ${version - 1}`, 'spring tides')])
  }
  const changing = { ...tiers, warm, hot: new HotCache({ now: () => 0, versions }) }
  await select(changing, 'spring tides', { limit: 1 })
  const { tier, hits } = await select(changing, 'spring tides', { limit: 1 })
  expect([tier, hits.map(({ id }) => id)]).toEqual(['tier2_warm', ['of version 2']])
})
