import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import {
  type AgentText,
  agentsOf,
  countingEmbedder,
  entryOf,
  findSpace,
  optionsOf,
  threeAgents,
  writeAgents,
} from '../__fixtures__/find-space.ts'
import { openFinder } from '../open-finder.ts'
import type { AgentsToFind } from './index-entry.ts'
import type { FindIndexUpdate } from './update-index.ts'

test('only what changed is embedded and written', async () => {
  const paths = await findSpace()
  const { embedder, texts } = countingEmbedder()
  const update = async (agents: Readonly<Record<string, AgentText>>): Promise<FindIndexUpdate> => {
    texts.length = 0
    await writeAgents(paths, agents)
    await using finder = await openFinder(paths, optionsOf(embedder))
    expect(finder.update.embedded).toBe(texts.length)
    return finder.update
  }
  expect(await update(threeAgents)).toMatchObject({ changed: 3, removed: 0 })
  expect(await update(threeAgents)).toMatchObject({ embedded: 0, changed: 0, removed: 0 })

  const cook = { ...threeAgents['cook'], description: 'Bakes cakes' }
  expect(await update({ ...threeAgents, cook })).toMatchObject({ embedded: 2, changed: 1, removed: 0 })
  expect(texts).toEqual(['cook: Bakes cakes', 'Bakes cakes'])

  // Other tags are written, but no text is new.
  const tagged = { ...cook, triggers: { tags: ['kitchen'] } }
  expect(await update({ ...threeAgents, cook: tagged })).toMatchObject({ embedded: 0, changed: 1 })
})

test('an agent may be called like a property of every object', async () => {
  const paths = await findSpace()
  const { embedder } = countingEmbedder()
  for (const changed of [2, 1]) {
    const cook = { description: `Bakes ${changed} cakes` }
    await writeAgents(paths, { ['constructor']: { description: 'Builds' }, cook })
    await using finder = await openFinder(paths, optionsOf(embedder))
    expect(finder.update).toMatchObject({ changed })
  }
})

test('a text that another agent had before is not embedded again', async () => {
  const paths = await findSpace({ cook: { description: 'Bakes bread' } })
  const { embedder, texts } = countingEmbedder()
  await (await openFinder(paths, optionsOf(embedder)))[Symbol.asyncDispose]()
  texts.length = 0
  await writeAgents(paths, {
    cook: { description: 'Bakes bread' },
    baker: { description: 'Bakes bread', triggers: { tags: ['x'] } },
  })
  await using finder = await openFinder(paths, optionsOf(embedder))
  expect(texts).toEqual(['baker: Bakes bread'])
  expect(finder.agentCount).toBe(2)
})

test('removed agents and removed texts are not found any more', async () => {
  const paths = await findSpace()
  const { embedder } = countingEmbedder()
  await (await openFinder(paths, optionsOf(embedder)))[Symbol.asyncDispose]()
  const gardener: AgentText = { description: 'Plants tomatoes, waters flowers' }
  await writeAgents(paths, { gardener, lawyer: threeAgents['lawyer'] ?? { description: '' } })
  await using finder = await openFinder(paths, optionsOf(embedder))
  expect(finder.update).toMatchObject({ changed: 1, removed: 1 })
  const { results } = await finder.find('prune roses or bake bread', { minScore: 0, explain: true })
  expect(results.map(({ id }) => id).sort()).toEqual(['gardener', 'lawyer'])
  const texts = results.find(({ id }) => id === 'gardener')?.explain?.hits.map(({ text }) => text)
  expect(texts?.toSorted()).toEqual([
    'Plants tomatoes',
    'Plants tomatoes, waters flowers',
    'gardener: Plants tomatoes, waters flowers',
    'waters flowers',
  ])
})

test('an interrupted update goes on from where it was', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`agent-${index}`, { description: `Does job ${index}` }] as const),
  )
  const paths = await findSpace(many)
  const { embedder, texts } = countingEmbedder()
  const stopping = new AbortController()
  const interrupted = openFinder(paths, {
    ...optionsOf(embedder),
    signal: stopping.signal,
    onProgress: ({ done }) => {
      if (done > 520) stopping.abort()
    },
  })
  await expect(interrupted).rejects.toThrow(/abort/i)
  const before = texts.length
  expect(before).toBeGreaterThan(520)

  await using finder = await openFinder(paths, optionsOf(embedder))
  expect(finder.agentCount).toBe(400)
  expect(finder.update.embedded).toBe(800 - 512)
  expect((await finder.find('job 3', { minScore: 0, top: 400 })).results.length).toBeGreaterThan(100)
})

test('progress counts the texts', async () => {
  const paths = await findSpace()
  const events: (readonly [number, number | undefined])[] = []
  const options = {
    ...optionsOf(countingEmbedder().embedder),
    onProgress: (event: { done: number; total?: number | undefined }) => void events.push([event.done, event.total]),
  }
  await using finder = await openFinder(paths, options)
  expect(events.at(-1)).toEqual([finder.update.embedded, finder.update.embedded])
})

test('what came with the program is embedded in the first space of a user only', async () => {
  const vectorsFolder = join(await temporaryFolder(), 'vectors')
  const { embedder, texts } = countingEmbedder()
  const embeddedIn = async (
    paths: SpacePaths,
    learned: ReadonlyMap<string, readonly string[]> = new Map(),
  ): Promise<readonly string[]> => {
    texts.length = 0
    const utterances = { files: [], read: () => Promise.resolve(learned) }
    const options = { ...optionsOf(embedder), readAgents: withPainter, vectorsFolder, utterances }
    await using finder = await openFinder(paths, options)
    expect(finder.update.embedded).toBe(texts.length)
    const { results } = await finder.find('paints walls', { minScore: 0 })
    expect(results[0]?.id).toBe('painter')
    return [...texts]
  }
  const cook = { cook: { description: 'Bakes bread' } }
  const learned = new Map([['painter', ['brighten my room']]])
  const first = await embeddedIn(await findSpace(cook), learned)
  expect(first).toEqual(expect.arrayContaining(['Paints walls', 'brighten my room', 'Bakes bread']))
  // What the user said and whatever is the space's own are embedded again.
  const second = await embeddedIn(await findSpace(cook), learned)
  expect(second).toEqual(expect.arrayContaining(['brighten my room', 'Bakes bread']))
  expect(second).not.toContain('Paints walls')
  await rm(vectorsFolder, { recursive: true })
  expect(await embeddedIn(await findSpace(cook))).toContain('Paints walls')
})

/** The agents of a space, and one of a module that comes with the program. */
async function withPainter(paths: SpacePaths): Promise<AgentsToFind> {
  const read = await agentsOf(paths)
  const module = 'agents-paint'
  const painter = { id: 'painter', module, entry: entryOf({ description: 'Paints walls' }, 'Painter') }
  const agents = new Map([...read.registry.agents, ['painter', painter]])
  return { ...read, registry: { ...read.registry, agents }, bundled: new Set([module]) }
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-bundled-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
