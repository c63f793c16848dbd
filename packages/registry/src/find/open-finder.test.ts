import { cp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AgentText } from './__fixtures__/find-space.ts'
import { countingEmbedder, findSpace, optionsOf, threeAgents, writeAgents } from './__fixtures__/find-space.ts'
import { openFinder } from './open-finder.ts'
import type { UtteranceSource } from './index/refresh-index.ts'

test('finds an agent by its texts and says which one matched', async () => {
  const paths = await findSpace()
  await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
  expect(finder.agentCount).toBe(3)
  const { results, best } = await finder.find('prune the roses', { minScore: 0.2 })
  expect(results[0]).toMatchObject({
    id: 'gardener',
    matched: 'gardener: prune roses: cuts old wood',
    matched_kind: 'skill',
    module: null,
    skills: [{ id: 'prune', name: 'prune roses' }],
  })
  expect(best).toBeUndefined()
})

test('an agent without a word harms no other', async () => {
  const paths = await findSpace({ ...threeAgents, blank: { name: ' ', description: '' } })
  await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
  expect((await finder.find('bakes bread', { minScore: 0 })).results[0]?.id).toBe('cook')
})

test('asked twice it answers the same', async () => {
  const paths = await findSpace()
  await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
  const ask = async () => ({ ...(await finder.find('bread for a contract', { minScore: 0, top: 3 })), took_ms: 0 })
  const first = await ask()
  expect(first.results).toHaveLength(3)
  expect([await ask(), await ask(), await ask()]).toEqual([first, first, first])
})

test('explains hits, ranks and weights', async () => {
  const paths = await findSpace()
  await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
  const { results } = await finder.find('plants tomatoes, waters flowers', { explain: true, minScore: 0 })
  expect(results[0]?.explain).toMatchObject({ vector_rank: 1, text_rank: 1, weights: { vector: 1, text: 0.25 } })
  expect(results[0]?.explain?.hits[0]).toMatchObject({
    kind: 'description',
    text: 'Plants tomatoes and waters flowers',
  })
  expect(results[1]?.explain?.text_rank).toBeUndefined()
})

test('tags filter with AND', async () => {
  const paths = await findSpace()
  await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
  const ids = async (tags: readonly string[]): Promise<readonly string[]> =>
    (await finder.find('bakes bread', { tags, minScore: 0 })).results.map(({ id }) => id).sort()
  expect(await ids(['Home'])).toEqual(['cook', 'gardener'])
  expect(await ids(['home', '#garden'])).toEqual(['gardener'])
  expect(await ids(['nowhere'])).toEqual([])
})

test('below the least score nothing is returned but the best is named; the space can set it', async () => {
  const paths = await findSpace()
  await writeFile(paths.settingsFile, 'find: { min_score: 0.999 }\n')
  await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
  const result = await finder.find('bakes bread')
  expect(result).toMatchObject({ results: [], min_score: 0.999, best: { id: 'cook' } })
  expect((await finder.find('bakes bread', { minScore: 0.2, top: 1 })).results).toHaveLength(1)
})

test('a query without text is refused, an empty space answers with nothing', async () => {
  const paths = await findSpace({})
  await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
  await expect(finder.find(' \n')).rejects.toMatchObject({ code: 'REGISTRY_QUERY_EMPTY' })
  expect(await finder.find('anything', { minScore: 0 })).toMatchObject({ results: [] })
})

describe('a query that is nothing but a name', () => {
  const named = {
    ...threeAgents,
    'team-cook': { description: '', ...threeAgents['cook'], name: 'cook' },
    Notary: { description: 'Seals deeds' },
    'My_Cool-Agent': { description: 'Chills' },
    old: { description: 'Naps', deprecated: true, note: 'It rests.' },
    'tax-adviser': { description: '', deprecated: true, removed: true },
    baker: { description: '', deprecated: true, alias: 'cook', note: 'Bread is cooked too.' },
    'Old-Baker': { description: '', alias: 'baker' },
    florist: { description: '', deprecated: true, removed: true, note: 'Its work is done by the gardener.' },
    'lost-lead': { description: '', alias: 'nobody' },
  }
  const bakerNote = 'baker is deprecated; use cook. Bread is cooked too.'

  test.each([
    ['lawyer', ['lawyer', 1, 'lawyer', 'id', undefined]],
    [' LAWYER\n', ['lawyer', 1, 'LAWYER', 'id', undefined]],
    ['notary', ['Notary', 1, 'notary', 'id', undefined]],
    ['team-cook', ['team-cook', 1, 'team-cook', 'id', undefined]],
    ['"@team_cook".', ['team-cook', 1, '"@team_cook".', 'id', undefined]],
    ['my cool agent', ['My_Cool-Agent', 1, 'my cool agent', 'id', undefined]],
    ['Team Cook', ['team-cook', 1, 'Team Cook', 'id', undefined]],
    ['old', ['old', 1, 'old', 'id', ['old is deprecated. It rests.']]],
    ['baker', ['cook', 1, 'baker', 'former id', [bakerNote]]],
    ['old-baker', ['cook', 1, 'old-baker', 'former id', ['Old-Baker is deprecated; use baker.', bakerNote]]],
  ])('%j leads to its agent first', async (query, expected) => {
    const paths = await findSpace(named)
    await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
    const { results } = await finder.find(query, { minScore: 0, top: 2, explain: true })
    const [first, ...others] = results
    expect([first?.id, first?.score, first?.matched, first?.matched_kind, first?.notes]).toEqual(expected)
    expect(others.map(({ id }) => id)).not.toContain(first?.id)
    expect(others.flatMap(({ same_as: copies = [] }) => copies)).not.toContain(first?.id)
    expect(first?.same_as ?? []).not.toContain(first?.id)
    expect(others.length).toBeLessThan(2)
  })

  test('is refused for one that was removed, and is like any other for one that lacks a tag', async () => {
    const paths = await findSpace(named)
    await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
    await expect(finder.find('Florist')).rejects.toMatchObject({
      code: 'REGISTRY_AGENT_REMOVED',
      message: 'The agent "florist" was removed: Its work is done by the gardener.',
      hint: expect.stringContaining('datacortex agent show gardener'),
    })
    const others = [['lost lead'], ['lawyer', ['home']], ['__proto__'], ['the lawyer'], ['tax adviser']] as const
    for (const [query, tags] of others) {
      const { results } = await finder.find(query, { tags, minScore: 0 })
      expect(results.filter(({ matched_kind: kind }) => kind.endsWith('id'))).toEqual([])
    }
  })
})

test('utterances are found like examples, embedded once, and read only when their file changes', async () => {
  const paths = await findSpace()
  const file = join(paths.root, 'routings.json')
  const { embedder, texts } = countingEmbedder()
  let reads = 0
  const utterances: UtteranceSource = {
    files: [file],
    read: async () => {
      reads += 1
      return new Map(
        z.array(z.tuple([z.string(), z.array(z.string())])).parse(JSON.parse(await readFile(file, 'utf8'))),
      )
    },
  }
  const ask = async () => {
    texts.length = 0
    await using finder = await openFinder(paths, { ...optionsOf(embedder), utterances })
    const embedded = [...texts]
    const { results } = await finder.find('my car makes funny noises', { minScore: 0, explain: true })
    return { embedded, id: results[0]?.id, kind: results[0]?.matched_kind, learned: results[0]?.explain?.example_score }
  }
  await writeFile(file, JSON.stringify([['lawyer', ['noises of my car', 'my landlord is funny']]]))
  const first = await ask()
  expect(first).toMatchObject({ id: 'lawyer', kind: 'learned' })
  expect(first.embedded).toContain('noises of my car')
  expect(first.learned).toBeGreaterThan(0.3)
  expect(await ask()).toEqual({ ...first, embedded: [] })
  expect(reads).toBe(1)

  // The same sentence for another agent, and one for nobody.
  await writeFile(
    file,
    JSON.stringify([
      ['cook', ['noises of my car', 'my landlord is funny']],
      ['nobody', ['hello']],
    ]),
  )
  expect(await ask()).toMatchObject({ id: 'cook', kind: 'learned', embedded: [] })
  expect(reads).toBe(2)
})

test('an aborted signal ends a find', async () => {
  const paths = await findSpace()
  await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
  await expect(finder.find('bread', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
})

test('copies are one result that names the others', async () => {
  const cook: AgentText = { name: 'cook', description: 'Bakes bread' }
  const paths = await findSpace({ ...threeAgents, cook, 'team-cook': cook })
  await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
  const { results } = await finder.find('bakes bread', { minScore: 0 })
  expect(results.map(({ id, same_as: copies }) => [id, copies])[0]).toEqual(['cook', ['team-cook']])
  expect(results).toHaveLength(3)
  expect(finder.agentCount).toBe(4)
})

test('two that open a new space at once embed it once', async () => {
  const paths = await findSpace()
  const { embedder, texts } = countingEmbedder()
  const finders = await Promise.all([openFinder(paths, optionsOf(embedder)), openFinder(paths, optionsOf(embedder))])
  expect(new Set(texts).size).toBe(texts.length)
  for (const finder of finders) {
    expect((await finder.find('bakes bread', { minScore: 0 })).results[0]?.id).toBe('cook')
    await finder[Symbol.asyncDispose]()
  }
})

test('another model embeds everything again, and back again finds as before', async () => {
  const paths = await findSpace()
  const [small, large] = [countingEmbedder(64), countingEmbedder(128)]
  for (const { embedder, texts } of [small, large, small]) {
    texts.length = 0
    await using finder = await openFinder(paths, optionsOf(embedder))
    expect(finder.update.embedded).toBe(texts.length)
    expect(texts).toContain('Bakes bread, roasts meat')
    expect((await finder.find('bakes bread', { minScore: 0 })).results[0]?.id).toBe('cook')
  }
})

test.for(['removed', 'cut short', 'filled with rubbish'])('an index that was %s is made again', async (damage) => {
  const paths = await findSpace()
  await (await openFinder(paths, optionsOf(countingEmbedder().embedder)))[Symbol.asyncDispose]()
  await damageIndex(join(paths.cacheDirectory, 'find'), damage)
  await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
  expect((await finder.find('bakes bread', { minScore: 0 })).results[0]?.id).toBe('cook')
})

test('an index that is removed while it is open is made again', async () => {
  const paths = await findSpace()
  await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
  await finder.find('bakes bread', { minScore: 0 })
  await rm(paths.cacheDirectory, { recursive: true })
  const answers = await Promise.all([1, 2, 3].map(async () => await finder.find('bakes bread', { minScore: 0 })))
  expect(answers.map(({ results }) => results[0]?.id)).toEqual(['cook', 'cook', 'cook'])
  expect(finder.agentCount).toBe(3)
})

test('a space that is copied with its index embeds nothing', async () => {
  const [from, to] = [await findSpace(), await findSpace()]
  await (await openFinder(from, optionsOf(countingEmbedder().embedder)))[Symbol.asyncDispose]()
  await cp(from.root, to.root, { recursive: true })
  const { embedder, texts } = countingEmbedder()
  await using finder = await openFinder(to, optionsOf(embedder))
  expect(texts).toEqual([])
  expect((await finder.find('bakes bread', { minScore: 0 })).results[0]?.id).toBe('cook')
})

test('a registry that is no YAML is said, and what was indexed stays', async () => {
  const paths = await findSpace()
  await (await openFinder(paths, optionsOf(countingEmbedder().embedder)))[Symbol.asyncDispose]()
  await writeFile(paths.agentsFile, 'agents: [')
  await expect(openFinder(paths, optionsOf(countingEmbedder().embedder))).rejects.toMatchObject({
    code: 'REGISTRY_YAML_INVALID',
  })
  await writeAgents(paths, threeAgents)
  const { embedder, texts } = countingEmbedder()
  await using finder = await openFinder(paths, optionsOf(embedder))
  expect([finder.update.embedded, texts]).toEqual([0, []])
})

async function damageIndex(directory: string, damage: string): Promise<void> {
  if (damage === 'removed') return await rm(directory, { recursive: true })
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const data = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.lance'))
  expect(data.length).toBeGreaterThan(0)
  for (const { parentPath, name } of data) {
    if (damage === 'cut short') await truncate(join(parentPath, name), 10)
    else await writeFile(join(parentPath, name), 'rubbish'.repeat(1000))
  }
}
