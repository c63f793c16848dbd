import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SpacePaths, spacePaths } from '@datacortex/platform'
import type { Directory, DirectoryAnswer, PublishedAgent } from '@datacortex/plugin'
import { createHashEmbedder } from '@datacortex/testkit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type KnownDirectory, askDirectories } from './ask-directories.ts'
import { DirectoryCache } from './directory-cache.ts'
import { openPublishedFinder } from './find-published.ts'
import { type PublishedResult, localNames, publishedResults } from './published-results.ts'

let paths: SpacePaths
let cache: DirectoryCache
let now = 1_000_000
beforeEach(async () => {
  now = 1_000_000
  paths = spacePaths(await mkdtemp(join(tmpdir(), 'datacortex-directory-')))
  cache = await DirectoryCache.open(paths)
})
afterEach(async () => {
  cache[Symbol.dispose]()
  await rm(paths.root, { recursive: true, force: true })
})

const agent = (id: string, more: Partial<PublishedAgent> = {}): PublishedAgent => ({
  id: `https://${id}.example/card.json`,
  name: id,
  description: `Does ${id}.`,
  author: `${id}.example`,
  hash: 'a'.repeat(64),
  ...more,
})

const answer = (agents: readonly PublishedAgent[], more: Partial<DirectoryAnswer> = {}): DirectoryAnswer => ({
  agents,
  failures: [],
  ...more,
})

function known(name: string, list: Directory['list'], settings = 'one'): KnownDirectory {
  const directory: Directory = { list, find: async () => await Promise.resolve(answer([])) }
  const open: KnownDirectory['open'] = async () =>
    await Promise.resolve({ directory, [Symbol.asyncDispose]: async () => await Promise.resolve() })
  return { name, settings, open }
}

const options = { deadlineMs: 60_000, maxAgeMs: 3_600_000, now: () => now }

test('one that hangs costs only itself, and says so', async () => {
  const hanging = known('hanging', async () => await new Promise(() => {}))
  const good = known('good', async () => await Promise.resolve(answer([agent('tides')])))
  const [first, second] = await askDirectories(cache, [hanging, good], { ...options, deadlineMs: 50 })
  expect(first).toMatchObject({ name: 'hanging', found: 0, stale: true, error: { code: 'DIRECTORY_TIMEOUT' } })
  expect(second).toMatchObject({ name: 'good', found: 1, stale: false, failures: [] })
})

test('pages are kept one by one, and a list goes on where it stopped', async () => {
  const asked: (string | undefined)[] = []
  let isBroken = true
  const list: Directory['list'] = async ({ since }) => {
    asked.push(since)
    if (since === undefined) return await Promise.resolve(answer([agent('a')], { cursor: '1', more: true }))
    if (isBroken) throw new Error('the line broke')
    return answer([agent('b')], { cursor: '2' })
  }
  const [broken] = await askDirectories(cache, [known('paged', list)], options)
  expect(broken).toMatchObject({ found: 1, stale: true, error: { code: 'DIRECTORY_FAILED' } })
  isBroken = false
  const [whole] = await askDirectories(cache, [known('paged', list)], options)
  expect([whole?.found, whole?.stale, asked]).toEqual([2, false, [undefined, '1', '1']])
})

test('what is new enough is not asked for again, what is old is, and with other settings it begins anew', async () => {
  let times = 0
  const list: Directory['list'] = async () => {
    times += 1
    return await Promise.resolve(answer([agent('a')]))
  }
  await askDirectories(cache, [known('counted', list)], options)
  await askDirectories(cache, [known('counted', list)], options)
  expect(times).toBe(1)
  now += options.maxAgeMs + 1
  await askDirectories(cache, [known('counted', list)], options)
  expect(times).toBe(2)
  await askDirectories(cache, [known('counted', list, 'two')], options)
  expect(times).toBe(3)
})

test('a whole list drops what it no longer has; one of which a part failed keeps it', async () => {
  const lists = [
    answer([agent('a'), agent('b')]),
    answer([agent('a')], { failures: [{ at: 'b', code: 'FETCH_FAILED', message: 'no answer' }] }),
    answer([agent('a')]),
  ]
  const one = known('shrinking', async () => await Promise.resolve(lists.shift() ?? answer([])))
  const found: (number | undefined)[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    now += options.maxAgeMs + 1
    found.push((await askDirectories(cache, [one], options))[0]?.found)
  }
  expect(found).toEqual([2, 2, 1])
})

test('who began to list earlier makes nothing older that another process listed since', () => {
  const state = { settings: '', askedAt: 0, failures: [] }
  const take = (seenAt: number) => cache.store('shared', { records: [agent('a')] }, { state, seenAt })
  take(200)
  take(100)
  cache.store('shared', { records: [], unseenSince: 200 }, { state, seenAt: 200 })
  expect(cache.count('shared')).toBe(1)
})

test('what another directory lists already changes nothing, so that nothing is opened anew', () => {
  const state = { settings: '', askedAt: 0, failures: [] }
  const take = (directory: string, record: PublishedAgent) =>
    cache.store(directory, { records: [record] }, { state, seenAt: 1 })
  take('one', agent('a'))
  const version = cache.version()
  take('two', agent('a', { description: 'Another text.' }))
  take('one', agent('a'))
  expect(cache.version()).toBe(version)
  take('one', agent('a', { description: 'Another text.' }))
  expect(cache.version()).not.toBe(version)
})

test('what a directory says is gone goes, and of no other directory', () => {
  const state = { settings: '', askedAt: 0, failures: [] }
  cache.store('one', { records: [agent('a'), agent('b')] }, { state, seenAt: 1 })
  const { id } = agent('a')
  cache.store('two', { records: [], gone: [id] }, { state, seenAt: 2 })
  expect(cache.count('one')).toBe(2)
  cache.store('one', { records: [], gone: [id] }, { state, seenAt: 2 })
  expect(cache.all().map(({ name }) => name)).toEqual(['b'])
})

test('only who published a record takes it back', async () => {
  const lists = [
    answer([agent('a'), agent('b', { hash: 'b'.repeat(64) })], { cursor: '1' }),
    answer([], {
      cursor: '2',
      withdrawn: [
        { author: 'mallory.example', hash: 'a'.repeat(64) },
        { author: 'b.example', hash: 'b'.repeat(64) },
      ],
    }),
  ]
  const one = known('relay', async () => await Promise.resolve(lists.shift() ?? answer([])))
  await askDirectories(cache, [one], options)
  now += options.maxAgeMs + 1
  await askDirectories(cache, [one], options)
  expect(cache.all().map(({ name }) => name)).toEqual(['a'])
})

test('records are capped and cleaned, and one with a prompt that is too long is named and left out', async () => {
  const bad = agent('long', { instructions: 'x'.repeat(120_000) })
  const odd = agent('odd', {
    name: 'o\u202edd\u200b',
    skills: ['ok', 7 as unknown as string],
    description: 'y'.repeat(9000),
  })
  const none = { hello: 'world' } as unknown as PublishedAgent
  const one = known('odd', async () => await Promise.resolve(answer([bad, odd, none])))
  const [report] = await askDirectories(cache, [one], options)
  expect(report?.failures.map(({ code, at }) => [code, at])).toEqual([
    ['DIRECTORY_RECORD_REFUSED', 'https://long.example/card.json'],
    ['DIRECTORY_RECORD_REFUSED', 'a record without id'],
  ])
  expect(cache.all()).toMatchObject([{ name: 'odd', skills: ['ok'], description: 'y'.repeat(4000) }])
})

test('agents are one only where each names the other; look-alikes are named; a second find embeds nothing but the request', async () => {
  const card = agent('tides', { links: ['eip155:1:0xab:7'] })
  const chain = agent('tides', {
    id: 'eip155:1:0xab:7',
    author: '0x1',
    links: [card.id],
    ratings: [
      { by: '0xFriend', value: 90, scale: [0, 100] },
      { by: '0xStranger', value: 10, scale: [0, 100] },
    ],
  })
  const liar = agent('tіdes', { id: 'https://liar.example/card.json', author: 'liar.example', links: [card.id] })
  const one = known('all', async () => await Promise.resolve(answer([card, chain, liar])))
  await askDirectories(cache, [one], options)
  const texts: string[] = []
  const hash = createHashEmbedder()
  const openEmbedder = async () =>
    await Promise.resolve({
      ...hash,
      embed: async (some: readonly string[], how?: object) => {
        texts.push(...some)
        return await hash.embed(some, how)
      },
      [Symbol.asyncDispose]: async () => await Promise.resolve(),
    })
  await (await openPublishedFinder(paths, cache, { openEmbedder }))[Symbol.asyncDispose]()
  texts.length = 0
  await using finder = await openPublishedFinder(paths, cache, { openEmbedder })
  const { results } = await finder.find('Does tides', { minScore: 0, top: 9 })
  expect(texts).toEqual(['Does tides'])
  const shown = publishedResults(results, {
    cache,
    stale: new Set(),
    trust: { '0xfriend': 0.5 },
    imported: new Map(),
    localNames: localNames([['tides', 'Tides']]),
  })
  expect(shown).toHaveLength(2)
  const genuine = shown.find(({ origin }) => origin.author !== 'liar.example')
  const fake = shown.find(({ origin }) => origin.author === 'liar.example')
  expect(genuine?.same).toHaveLength(1)
  expect(genuine?.reputation).toEqual({
    parts: [
      { by: '0xFriend', directory: 'all', count: 1, mean: 0.9, weight: 0.5 },
      { by: 'others', directory: 'all', count: 1, mean: 0.1, weight: 0 },
    ],
    weighed: 0.9,
  })
  expect(fake).toMatchObject({ links: [{ to: card.id, proved: false }], looks_like: [chain.id, card.id, 'tides'] })
  expect(fake?.reputation).toBeUndefined()
  // No more is looked up than is shown.
  const limited = { cache, stale: new Set<string>(), trust: {}, imported: new Map(), localNames: new Map() }
  const get = vi.spyOn(cache, 'get')
  expect(publishedResults(results, { ...limited, most: 1 })).toHaveLength(1)
  expect(get).toHaveBeenCalledTimes(1)
  const isShown = ({ origin }: PublishedResult): boolean => origin.author === 'liar.example'
  expect(publishedResults(results, { ...limited, most: 1, isShown })).toMatchObject([{ id: fake?.id }])
})

test('a damaged cache is begun anew', async () => {
  cache[Symbol.dispose]()
  const { writeFile } = await import('node:fs/promises')
  await writeFile(join(paths.cacheDirectory, 'directory', 'agents.sqlite'), 'no database, but a text of some length')
  cache = await DirectoryCache.open(paths)
  expect(cache.count()).toBe(0)
})
