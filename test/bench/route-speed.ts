import { ownPaths, spacePaths } from '@datacortex/platform'
import type { Registry } from '@datacortex/registry'
import { findAgents, indexEntries, openFindTables, updateIndex } from '@datacortex/registry/experimental'
import { type AgentSearch, type Router, createRouter } from '@datacortex/router'
import type { Bench, Benchmark, Report, Table } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'
import { triggeredAgents } from './data/triggered-agents.ts'
import { wordEmbedder } from './data/word-embedder.ts'

const agentCount = 10_000
const rounds = 1000
const warmUp = 500

/**
 * Routing over 10,000 made-up agents with two tags and three patterns each, beside comparing the task with every
 * trigger in turn; and routing by meaning beside `find` alone, with an embedder that takes no time. Each task is new, so
 * the patterns that it needs are compiled within the time.
 */
export const routeSpeed: Benchmark = {
  name: 'route-speed',
  async run(bench) {
    const { registry, taggedTasks, plainTasks } = triggeredAgents(agentCount, rounds + warmUp)
    const startedAt = performance.now()
    const router = createRouter(registry)
    const buildMs = performance.now() - startedAt
    bench.tell('routing by tags and patterns')
    const linear = linearRouter(registry)
    // One after the other: the garbage of 30,000 expressions of the language would be collected in the router's time.
    const tagged = await timed(async (task) => await router.route(task), taggedTasks)
    const plain = await timed(async (task) => await router.route(task), plainTasks)
    const sample = (tasks: readonly string[]) => tasks.slice(0, warmUp + 200)
    const inTurn = {
      tagged: await timed(async (task) => await Promise.resolve(linear(task)), sample(taggedTasks)),
      plain: await timed(async (task) => await Promise.resolve(linear(task)), sample(plainTasks)),
    }
    const decided = await countPatterns(router, plainTasks)
    const meaning = await routeByMeaning(registry, bench)
    return reportOf({ tagged, plain, inTurn, meaning, buildMs, decided })
  },
}

type Times<Name extends string> = Readonly<Record<Name, readonly number[]>>

type Measured = {
  readonly tagged: readonly number[]
  readonly plain: readonly number[]
  readonly inTurn: Times<'tagged' | 'plain'>
  readonly meaning: Times<'route' | 'find'>
  readonly buildMs: number
  readonly decided: number
}

/** Milliseconds for each task but the first ones. */
async function timed(route: (task: string) => Promise<unknown>, tasks: readonly string[]): Promise<readonly number[]> {
  const times: number[] = []
  for (const task of tasks) {
    const startedAt = performance.now()
    await route(task)
    times.push(performance.now() - startedAt)
  }
  return times.slice(warmUp)
}

/** As DIP-0016 §3.2 sketches it, with the engine of the language: every trigger of every agent in turn. */
function linearRouter(registry: Registry): (task: string) => string | undefined {
  const agents = [...registry.agents.values()].map(({ id, entry }) => ({
    id,
    tags: (entry.triggers?.tags ?? []).map((tag) => tag.toLowerCase()),
    patterns: (entry.triggers?.patterns ?? []).map((pattern) => new RegExp(pattern, 'iu')),
  }))
  return (task) => {
    const lower = task.toLowerCase()
    // The longest match wins, so none may be passed over.
    let best = { length: 0, id: undefined as string | undefined }
    for (const { id, tags } of agents)
      for (const tag of tags) if (tag.length > best.length && lower.includes(tag)) best = { length: tag.length, id }
    if (best.id !== undefined) return best.id
    return agents.filter(({ patterns }) => patterns.some((pattern) => pattern.test(task))).at(0)?.id
  }
}

async function countPatterns(router: Router, tasks: readonly string[]): Promise<number> {
  let decided = 0
  for (const task of tasks) if ((await router.route(task)).via === 'pattern') decided += 1
  return decided
}

/** Without patterns, so that every task gets as far as the search. */
async function routeByMeaning(registry: Registry, bench: Bench): Promise<Times<'route' | 'find'>> {
  bench.tell(`indexing ${agentCount.toLocaleString('en')} made-up agents`)
  const agents = [...registry.agents.values()].map(
    ({ id, entry: { triggers, ...entry }, module }) =>
      [id, { id, entry: { ...entry, triggers: { tags: triggers?.tags } }, module }] as const,
  )
  const untriggered: Registry = { ...registry, agents: new Map(agents) }
  const paths = ownPaths(spacePaths(await bench.makeFolder()))
  const embedder = wordEmbedder(bench.embedder.dimensions)
  const entries = await indexEntries(untriggered)
  await using tables = await openFindTables(paths, { modelId: embedder.modelId, dimensions: embedder.dimensions })
  await updateIndex(entries, { paths, tables, embedder })
  await Promise.all([tables.units.optimize(), tables.documents.optimize()])
  const sources = { tables: Promise.resolve(tables), embedder, documentCount: entries.length, minScore: 0 }
  const search: AgentSearch = { find: async (query, options) => await findAgents(query, sources, options) }
  const router = createRouter(untriggered, { search })
  const { plainTasks } = triggeredAgents(agentCount, 400)
  const taskOf = (round: number): string => plainTasks[round % plainTasks.length] ?? ''
  bench.tell('asking in turn')
  return await interleaved(
    {
      route: async (round) => await router.route(taskOf(round)),
      find: async (round) => await search.find(taskOf(round), { top: 5, minScore: 0 }),
    },
    { rounds: 300, warmUp: 40 },
  )
}

function reportOf({ tagged, plain, inTurn, meaning, buildMs, decided }: Measured): Report {
  const row = (name: string, values: readonly number[], baseline: readonly number[]): readonly string[] => [
    name,
    ...[0.5, 0.95, 0.99].map((share) => quantile(values, share).toFixed(3)),
    (quantile(values, 0.95) / quantile(baseline, 0.95)).toFixed(3),
  ]
  const agents = agentCount.toLocaleString('en')
  const rules: Table = {
    title: `Routing over ${agents} agents with 20,000 tags and 30,000 patterns, milliseconds`,
    columns: ['', 'p50', 'p95', 'p99', 'p95 to every trigger in turn'],
    rows: [
      row('by tag', tagged, inTurn.tagged),
      row('by pattern', plain, inTurn.plain),
      row('every tag in turn', inTurn.tagged, inTurn.tagged),
      row('every pattern in turn', inTurn.plain, inTurn.plain),
    ],
  }
  const ratio = median(meaning.route) / median(meaning.find)
  const byMeaning: Table = {
    title: `Routing by meaning over ${agents} agents without embedding, milliseconds`,
    columns: ['', 'p50', 'p95', 'p50 to find'],
    rows: (['route', 'find'] as const).map((name) => [
      name,
      quantile(meaning[name], 0.5).toFixed(2),
      quantile(meaning[name], 0.95).toFixed(2),
      (median(meaning[name]) / median(meaning.find)).toFixed(2),
    ]),
  }
  return {
    tables: [rules, byMeaning],
    checks: [
      { what: 'routing by tag, p95', value: quantile(tagged, 0.95), target: { atMost: 1 }, unit: ' ms' },
      { what: 'routing by pattern, p95', value: quantile(plain, 0.95), target: { atMost: 1 }, unit: ' ms' },
      { what: 'routing by meaning to find, p50', value: ratio, target: { atMost: 1.3 }, unit: '×' },
    ],
    notes: [
      `Making the router takes ${buildMs.toFixed(0)} ms once. ${decided} of ${rounds + warmUp} tasks without tags were decided by a pattern.`,
    ],
  }
}
