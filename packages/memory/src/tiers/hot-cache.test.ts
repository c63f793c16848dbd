import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SearchHit } from '../search/search-port.ts'
import { memorySpace } from '../memories/__fixtures__/memory-space.ts'
import { heatAt, heated, heatHalfLifeMs } from './hot-cache-file.ts'
import { type HotCacheOptions, HotCache, openHotCache } from './hot-cache.ts'
import { spaceVersions } from './note-versions.ts'

function hit(id: string, rest: Partial<SearchHit> = {}): SearchHit {
  return { id, title: id, type: 'note', score: 1, hop: 0, snippet: `about ${id}`, origin: 'local', ...rest }
}

/** A cache over a clock and versions that the test sets. */
function world(options: Partial<HotCacheOptions> = {}) {
  const state = { now: Date.parse('2026-01-05T00:00:00Z'), index: '1', notes: new Map<string, string>() }
  const cache = new HotCache({
    now: () => state.now,
    versions: {
      index: () => Promise.resolve(state.index),
      notes: (paths) => Promise.resolve(new Map([...state.notes].filter(([path]) => paths.includes(path)))),
    },
    ...options,
  })
  return { state, cache }
}

test('the same query is answered again, whatever its case and blanks, with no more than was asked', async () => {
  const { cache, state } = world()
  state.notes.set('a.md', 'v1')
  const hits = [hit('a.md#0', { path: 'a.md' }), hit('b')]
  await cache.keep('Data  Tokenization', { limit: 5, hits, indexVersion: '1' })
  expect(await cache.lookup(' data tokenization ', { limit: 5 })).toMatchObject({ hits, enough: true })
  expect(await cache.lookup('data tokenization', { limit: 1 })).toMatchObject({ hits: [hits[0]], enough: true })
  // Two of five hits were all there was, so ten would be the same two.
  expect(await cache.lookup('data tokenization', { limit: 10 })).toMatchObject({ hits, enough: true })
  expect(await cache.lookup('data tokenization', { limit: 5, filter: { types: ['zettel'] } })).toMatchObject({
    enough: false,
  })
  expect(await cache.lookup('data tokenization', { limit: 5, expand: 1 })).toMatchObject({ enough: false })
})

test.each<[string, (state: { index: string; notes: Map<string, string> }) => unknown]>([
  ['a note in it changed', ({ notes }) => notes.set('a.md', 'v2')],
  ['a note in it is gone', ({ notes }) => notes.delete('a.md')],
  ['the index changed', (state) => (state.index = '2')],
])('an answer is forgotten when %s', async (_what, change) => {
  const { cache, state } = world()
  state.notes.set('a.md', 'v1')
  await cache.keep('tides', { limit: 5, hits: [hit('a.md#0', { path: 'a.md' })], indexVersion: '1' })
  change(state)
  const answer = await cache.lookup('tides', { limit: 5 })
  expect(answer).toMatchObject({ hits: [], enough: false, reason: expect.stringContaining('out of date') })
  expect(cache.content.queries).toEqual([])
})

test('an answer with a note whose file is named like a memory is forgotten when that changed', async () => {
  const { cache, state } = world()
  const path = 'memory:a.md'
  state.notes.set(path, 'v1')
  await cache.keep('tides', { limit: 5, hits: [hit(`${path}#0`, { path })], indexVersion: '1' })
  state.notes.set(path, 'v2')
  expect(await cache.lookup('tides', { limit: 5 })).toMatchObject({ hits: [], enough: false })
})

test('of another query it tells which memories it holds, newest first, and never that it is enough', async () => {
  const memories = [
    hit('memory:m2', { type: 'session-memory', snippet: 'the tides' }),
    hit('memory:m1', { type: 'session-memory', snippet: 'Tides follow the moon', tags: ['sea'] }),
  ]
  const { cache, state } = world({ memories: () => Promise.resolve(memories) })
  for (const limit of [1, 3, 5]) {
    const answer = await cache.lookup('tides', { limit })
    expect(answer).toMatchObject({ enough: false, reason: 'this query was not answered before; 2 hits are held' })
    expect(answer.hits.map(({ id, score }) => [id, score])).toEqual([
      ['memory:m2', 0.5],
      ['memory:m1', 0.5],
    ])
  }
  const filter = { types: ['session-memory'], tags: ['sea'] }
  const filtered = await cache.lookup('tides moon', { limit: 1, filter, expand: 1 })
  expect(filtered.hits).toMatchObject([{ id: 'memory:m1', score: 2 / 3 }])
  memories.pop()
  state.index = '2'
  expect((await cache.lookup('tides', { limit: 3 })).hits.map(({ id }) => id)).toEqual(['memory:m2'])
})

test('heat halves with the half-life, grows by use, and a clock set back does no harm', () => {
  const once = heated(undefined, 1000)
  expect(heatAt(once, 1000 + heatHalfLifeMs)).toBeCloseTo(0.5)
  expect(heated(once, 1000 + heatHalfLifeMs).points).toBeCloseTo(1.5)
  expect(heatAt(once, 0)).toBe(1)
})

test('what is often asked stays longer than what was asked last, until it decays', async () => {
  const { cache, state } = world({ mostQueries: 2 })
  const ask = async (query: string): Promise<void> =>
    await cache.keep(query, { limit: 5, hits: [hit('a')], indexVersion: '1' })
  const isKept = async (query: string): Promise<boolean> => (await cache.lookup(query, { limit: 5 })).enough
  for (const query of ['often', 'often', 'often', 'once', 'later']) await ask(query)
  expect(await isKept('often')).toBe(true)
  state.now += 10 * heatHalfLifeMs
  for (const query of ['x', 'y']) await ask(query)
  expect([await isKept('often'), await isKept('x'), await isKept('y')]).toEqual([false, true, true])
})

test('its bounds hold whatever is kept', async () => {
  const step = fc.record({ query: fc.string(), text: fc.string({ maxLength: 400 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { cache } = world({ mostQueries: 5, mostBytes: 3000 })
      for (const { query, text } of steps) {
        await cache.keep(query, { limit: 5, hits: [hit(text)], indexVersion: '1' })
        const { queries } = cache.content
        expect(queries.length).toBeLessThanOrEqual(5)
        expect(queries.reduce((sum, entry) => sum + JSON.stringify(entry).length, 0)).toBeLessThanOrEqual(3000)
      }
    }),
    { numRuns: 50 },
  )
})

test('content outlives the process; a damaged or missing file is an empty cache', async () => {
  const paths = await memorySpace()
  const file = join(paths.cacheDirectory, 'hot-results.json')
  const options = { now: () => 0, versions: spaceVersions(paths) }
  await writeFile(join(paths.root, 'a.md'), 'tides')
  {
    await using hot = await openHotCache(paths, options)
    const indexVersion = await hot.cache.indexVersion()
    await hot.cache.keep('tides', { limit: 5, hits: [hit('a.md#0', { path: 'a.md' })], indexVersion })
  }
  {
    await using hot = await openHotCache(paths, options)
    expect(await hot.cache.lookup('tides', { limit: 5 })).toMatchObject({ enough: true })
    await writeFile(join(paths.root, 'a.md'), 'changed')
    expect(await hot.cache.lookup('tides', { limit: 5 })).toMatchObject({ enough: false, hits: [] })
  }
  const text = await readFile(file, 'utf8')
  for (const damaged of ['', text.slice(0, text.length / 2), '[]', '{"queries":1}']) {
    await writeFile(file, damaged)
    await using hot = await openHotCache(paths, options)
    expect(hot.cache.content).toEqual({ queries: [] })
  }
  await rm(paths.cacheDirectory, { recursive: true })
  await using hot = await openHotCache(paths, options)
  expect(hot.cache.content).toEqual({ queries: [] })
})

test('a disk that takes nothing more costs the content, not what was found', async () => {
  const paths = await memorySpace()
  const hot = await openHotCache(paths, { now: () => 0, versions: spaceVersions(paths) })
  await hot.cache.keep('a', { limit: 1, hits: [hit('a')], indexVersion: '1' })
  // A file where the folder of the cache belongs: nothing can be written below it, no matter who tries.
  await mkdir(dirname(paths.cacheDirectory), { recursive: true })
  await writeFile(paths.cacheDirectory, '')
  await expect(hot[Symbol.asyncDispose]()).resolves.toBeUndefined()
})

test('nothing is written if nothing was kept, or if it shall not be kept', async () => {
  const paths = await memorySpace()
  const file = join(paths.cacheDirectory, 'hot-results.json')
  const options = { now: () => 0, versions: spaceVersions(paths) }
  const opened = async (isKept: boolean, kept?: SearchHit): Promise<string | undefined> => {
    {
      await using hot = await openHotCache(paths, { ...options, isKept })
      await hot.cache.lookup('tides', { limit: 1 })
      if (kept !== undefined) await hot.cache.keep('a', { limit: 1, hits: [kept], indexVersion: '1' })
    }
    return await readFile(file, 'utf8').catch(() => undefined)
  }
  expect(await opened(true)).toBeUndefined()
  expect(await opened(false, hit('a'))).toBeUndefined()
  const kept = await opened(true, hit('a'))
  expect(kept).toContain('about a')
  expect(await opened(false, hit('b'))).toBe(kept)
})
