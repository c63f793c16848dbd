import { ownPaths, spacePaths } from '@datacortex/platform'
import type { FindSources, FindTables } from '@datacortex/registry/experimental'
import { findAgents, indexEntries, openFindTables, updateIndex } from '@datacortex/registry/experimental'
import type { Bench, Benchmark, Report } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'
import { syntheticQueries, syntheticRegistry } from './data/synthetic-agents.ts'
import { wordEmbedder } from './data/word-embedder.ts'

/**
 * `find` over up to 100,000 made-up agents with an embedder that takes no time: what comes on top of embedding. The real
 * model embeds the same queries beside it, and all sizes take turns.
 */
export const findScale: Benchmark = {
  name: 'find-scale',
  async run(bench) {
    await using small = await buildScale(1000, bench)
    await using middle = await buildScale(10_000, bench)
    await using large = await buildScale(100_000, bench)
    const queries = syntheticQueries(300)
    const queryOf = (round: number): string => queries[round % queries.length] ?? ''
    const find = (scale: Scale) => async (round: number) => await findAgents(queryOf(round), scale.sources)
    bench.tell('asking in turn')
    const times = await interleaved(
      {
        embed: async (round) => await bench.embedder.embed([queryOf(round)]),
        small: find(small),
        middle: find(middle),
        large: find(large),
      },
      { rounds: 200, warmUp: 40 },
    )
    const scales = [
      { scale: small, findMs: times.small },
      { scale: middle, findMs: times.middle },
      { scale: large, findMs: times.large },
    ]
    return reportOf(scales, times.embed)
  },
}

type Scale = AsyncDisposable & {
  readonly agents: number
  readonly texts: number
  readonly buildMs: number
  readonly sources: FindSources
}

type MeasuredScale = { readonly scale: Scale; readonly findMs: readonly number[] }

async function buildScale(agents: number, bench: Bench): Promise<Scale> {
  bench.tell(`indexing ${agents.toLocaleString('en')} made-up agents`)
  const paths = ownPaths(spacePaths(await bench.makeFolder()))
  const embedder = wordEmbedder(bench.embedder.dimensions)
  const entries = await indexEntries(syntheticRegistry(agents))
  const { modelId, dimensions } = embedder
  const tables: FindTables = await openFindTables(paths, { modelId, dimensions })
  const startedAt = performance.now()
  const { embedded } = await updateIndex(entries, { paths, tables, embedder })
  await Promise.all([tables.units.optimize(), tables.documents.optimize()])
  return {
    agents,
    texts: embedded,
    buildMs: performance.now() - startedAt,
    sources: {
      tables: Promise.resolve(tables),
      embedder,
      documentCount: entries.length,
      exemplified: entries.filter(({ exampleShare }) => exampleShare > 0).length,
      minScore: 0,
    },
    [Symbol.asyncDispose]: async () => await tables[Symbol.asyncDispose](),
  }
}

function reportOf(scales: readonly MeasuredScale[], embedMs: readonly number[]): Report {
  const [smallest, largest] = [scales[0], scales.at(-1)]
  if (smallest === undefined || largest === undefined) throw new Error('There are no sizes.')
  const growth = (findMs: readonly number[]): number => median(findMs) / median(smallest.findMs)
  const agents = ({ scale }: MeasuredScale): string => scale.agents.toLocaleString('en')
  const rows = scales.map((one) => [
    agents(one),
    one.scale.texts.toLocaleString('en'),
    median(one.findMs).toFixed(1),
    quantile(one.findMs, 0.95).toFixed(1),
    (median(one.findMs) / median(embedMs)).toFixed(2),
    growth(one.findMs).toFixed(2),
    (one.scale.buildMs / 1000).toFixed(1),
  ])
  return {
    tables: [
      {
        title: 'find over made-up agents without embedding, milliseconds',
        columns: ['agents', 'texts', 'p50', 'p95', 'p50 to embedding', 'growth', 'index built in s'],
        rows,
      },
    ],
    checks: [
      {
        what: `p95 beyond embedding, ${agents(largest)} agents`,
        value: quantile(largest.findMs, 0.95),
        target: { atMost: 60 },
        unit: ' ms',
      },
      {
        what: `growth from ${agents(smallest)} to ${agents(largest)} agents`,
        value: growth(largest.findMs),
        target: { atMost: 12 },
        unit: '×',
      },
    ],
    notes: [`Embedding a query with the real model in the same run: p50 ${median(embedMs).toFixed(1)} ms.`],
  }
}
