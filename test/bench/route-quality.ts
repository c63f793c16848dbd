import { join } from 'node:path'
import { type Bench, type Benchmark, type Check, type Report, type Table, dataAbsent } from './measure/benchmark.ts'
import { bootstrapInterval } from './measure/bootstrap.ts'
import { mean } from './measure/distribution.ts'
import { type RememberingEmbedder, rememberingEmbedder } from './measure/remembering-embedder.ts'
import { type Router, bm25Router, cosineRouters, productRouter } from './baselines/routing-rankers.ts'
import { type Draw, type RoutingSet, banking, clinc, described } from './data/routing-sets.ts'

/**
 * Whether a request reaches its agent, by examples and by descriptions, beside four simple ways.
 *
 * `DATACORTEX_BENCH_SETS` names the rows that are measured by their beginnings, separated by commas; all if absent.
 */
export const routeQuality: Benchmark = {
  name: 'route-quality',
  async run(bench) {
    if (bench.dataFolder === undefined) return dataAbsent
    const folder = join(bench.dataFolder, 'bench')
    const embedder = rememberingEmbedder(bench.embedder, (line) => bench.tell(line))
    const measured: Measured[] = []
    const chosen = process.env['DATACORTEX_BENCH_SETS']?.split(',') ?? ['']
    for (const { name, sets } of cases(folder)) {
      if (!chosen.some((beginning) => name.startsWith(beginning))) continue
      const outcomes: Outcomes[] = []
      for (const make of sets) {
        bench.tell(`routing ${name}, ${outcomes.length + 1} of ${sets.length}`)
        outcomes.push(await outcomesOn(await make(), { bench, embedder }))
      }
      measured.push({ name, outcomes })
    }
    return reportOf(measured)
  },
}

const methods = ['BM25', 'MiniLM centroid', 'MiniLM best text', 'sum of both', 'datacortex'] as const
type Method = (typeof methods)[number]

/** One request: for whom, whether the first is right, the share of right agents among five, how sure the answer is. */
type Outcome = {
  readonly gold: string
  readonly first: number
  readonly among5: number
  readonly confidence: number
}
type Outcomes = Readonly<Record<Method, { readonly inside: readonly Outcome[]; readonly outside: readonly number[] }>>
type Measured = { readonly name: string; readonly outcomes: readonly Outcomes[] }

const exampled = { CLINC150: clinc, BANKING77: banking } as const

function cases(folder: string): readonly { name: string; sets: readonly (() => Promise<RoutingSet>)[] }[] {
  const drawsOf = (make: (folder: string, draw: Draw) => Promise<RoutingSet>, draws: readonly Draw[]) =>
    draws.map((draw) => async () => await make(folder, draw))
  const withExamples = Object.entries(exampled).flatMap(([name, make]) => [
    {
      name: `${name}, 10 examples`,
      sets: drawsOf(
        make,
        [1, 2, 3].map((seed) => ({ seed, examples: 10, queries: 3000 })),
      ),
    },
    ...[5, 1, 0].map((examples) => ({
      name: `${name}, ${examples} examples`,
      sets: drawsOf(make, [{ seed: 1, examples, queries: 1000 }]),
    })),
    // As spaces are: some agents say what they are asked, others only what they are.
    ...[10, 3, 1].map((examples) => ({
      name: `${name}, ${examples} for every other agent`,
      sets: drawsOf(make, [{ seed: 1, examples, everyOther: true, queries: 1000 }]),
    })),
  ])
  return [
    ...withExamples,
    { name: 'MetaTool', sets: [async () => await described(folder, 'MetaTool')] },
    { name: 'LiveMCP', sets: [async () => await described(folder, 'LiveMCP')] },
  ]
}

async function outcomesOn(
  set: RoutingSet,
  { bench, embedder }: { readonly bench: Bench; readonly embedder: RememberingEmbedder },
): Promise<Outcomes> {
  await embedder.learn([...set.queries.map(({ query }) => query), ...set.outside])
  await using product = await productRouter(set.agents, { folder: await bench.makeFolder(), embedder })
  await using words = await bm25Router(set.agents, { folder: await bench.makeFolder() })
  const { centroid, best, both } = await cosineRouters(set.agents, embedder)
  return {
    BM25: await ask(words, set),
    'MiniLM centroid': await ask(centroid, set),
    'MiniLM best text': await ask(best, set),
    'sum of both': await ask(both, set),
    datacortex: await ask(product, set),
  }
}

async function ask(route: Router, { queries, outside }: RoutingSet): Promise<Outcomes[Method]> {
  const inside: Outcome[] = []
  for (const { query, gold } of queries) {
    const { ids, confidence } = await route(query)
    const among5 = gold.filter((id) => ids.includes(id)).length / gold.length
    inside.push({ gold: gold.join(' '), first: gold.includes(ids[0] ?? '') ? 1 : 0, among5, confidence })
  }
  const refused: number[] = []
  for (const query of outside) refused.push((await route(query)).confidence)
  return { inside, outside: refused }
}

type Figure = 'top-1' | 'top-5' | 'AUROC'

function figure(which: Figure, { outcomes }: Measured, method: Method): number {
  return mean(outcomes.map((one) => figureOf(which, one[method])))
}

function figureOf(which: Figure, { inside, outside }: Outcomes[Method]): number {
  if (which === 'top-1') return mean(inside.map(({ first }) => first))
  if (which === 'top-5') return mean(inside.map(({ among5 }) => among5))
  const beats = (one: number, other: number): number => (one === other ? 0.5 : one > other ? 1 : 0)
  return mean(inside.flatMap(({ confidence }) => outside.map((other) => beats(confidence, other))))
}

function reportOf(all: readonly Measured[]): Report {
  const table: Table = {
    title: 'Requests that reach their agent: top-1 / top-5, and the AUROC of refusing what is for none',
    columns: ['', 'requests', ...methods],
    rows: all.map((one) => [
      one.name,
      one.outcomes.map(({ datacortex }) => datacortex.inside.length).join(' + '),
      ...methods.map((method) => {
        const refuses = one.outcomes.some(({ datacortex }) => datacortex.outside.length > 0)
        const figures: Figure[] = refuses ? ['top-1', 'top-5', 'AUROC'] : ['top-1', 'top-5']
        return figures.map((which) => figure(which, one, method).toFixed(3)).join(' / ')
      }),
    ]),
  }
  return { tables: [table], checks: all.flatMap(checksOf), notes: all.flatMap(noteOf) }
}

const aims: Readonly<Record<string, Partial<Record<Figure, number>>>> = {
  'CLINC150, 10 examples': { 'top-1': 0.905, 'top-5': 0.985, AUROC: 0.965 },
  'BANKING77, 10 examples': { 'top-1': 0.87, 'top-5': 0.985 },
  MetaTool: { 'top-1': 0.57, 'top-5': 0.79 },
  LiveMCP: { 'top-5': 0.6 },
}

function checksOf(measured: Measured): readonly Check[] {
  return (['top-1', 'top-5', 'AUROC'] as const).flatMap((which) => {
    const aim = aims[measured.name]?.[which]
    if (aim === undefined) return []
    return [
      { what: `${measured.name}: ${which}`, value: figure(which, measured, 'datacortex'), target: { atLeast: aim } },
    ]
  })
}

function noteOf(measured: Measured): readonly string[] {
  if (aims[measured.name] === undefined) return []
  const interval = (which: 'first' | 'among5'): string =>
    bootstrapInterval(measured.outcomes.map(({ datacortex }) => datacortex.inside.map((one) => one[which])))
      .map((end) => end.toFixed(3))
      .join(' to ')
  const byAgent = (which: 'first' | 'among5'): string =>
    mean(measured.outcomes.map(({ datacortex }) => meanByAgent(datacortex.inside, which))).toFixed(3)
  return [
    `${measured.name}: 95 % bootstrap interval of top-1 ${interval('first')}, of top-5 ${interval('among5')}; ` +
      `with each agent counted alike ${byAgent('first')} and ${byAgent('among5')}.`,
  ]
}

/** The mean over agents of the mean over the requests for each: as if all were asked for equally often. */
function meanByAgent(outcomes: readonly Outcome[], which: 'first' | 'among5'): number {
  const groups = Map.groupBy(outcomes, ({ gold }) => gold)
  return mean([...groups.values()].map((group) => mean(group.map((one) => one[which]))))
}
