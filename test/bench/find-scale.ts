import { spacePaths } from '@datacortex/platform'
import { findAgents, indexEntries, openFindTables, updateIndex } from '@datacortex/registry/experimental'
import type { Bench, Benchmark } from './benchmark.ts'
import { median, quantile } from './distribution.ts'
import { interleaved } from './interleaved.ts'
import { syntheticQueries, syntheticRegistry } from './synthetic-agents.ts'
import { wordEmbedder } from './word-embedder.ts'

const sizes = [1000, 10_000, 100_000] as const

/**
 * `find` over up to 100,000 made-up agents with an embedder that takes no time: what comes on top of embedding. Beside
 * it the real model embeds the same queries, in turn with `find`.
 */
export const findScale: Benchmark = {
  name: 'find-scale',
  async run(bench) {
    const scales: Scale[] = []
    for (const size of sizes) scales.push(await scaleOf(size, bench))
    const [smallest, largest] = [scales[0], scales.at(-1)]
    if (smallest === undefined || largest === undefined) throw new Error('There are no sizes.')
    const p50 = (scale: Scale): number => median(scale.findMs)
    return {
      tables: [
        {
          title: 'find over made-up agents without embedding, milliseconds',
          columns: ['agents', 'texts', 'p50', 'p95', 'p50 to embedding', 'growth', 'index built in s'],
          rows: scales.map((scale) => [
            scale.agents.toLocaleString('en'),
            scale.texts.toLocaleString('en'),
            p50(scale).toFixed(1),
            quantile(scale.findMs, 0.95).toFixed(1),
            (p50(scale) / median(scale.embedMs)).toFixed(2),
            (p50(scale) / p50(smallest)).toFixed(2),
            (scale.buildMs / 1000).toFixed(1),
          ]),
        },
      ],
      checks: [
        {
          what: `p95 beyond embedding, ${largest.agents.toLocaleString('en')} agents`,
          value: quantile(largest.findMs, 0.95),
          target: { atMost: 60 },
          unit: ' ms',
        },
        {
          what: `growth from ${smallest.agents.toLocaleString('en')} to ${largest.agents.toLocaleString('en')} agents`,
          value: p50(largest) / p50(smallest),
          target: { atMost: 12 },
          unit: '×',
        },
      ],
    }
  },
}

type Scale = {
  readonly agents: number
  readonly texts: number
  readonly buildMs: number
  readonly findMs: readonly number[]
  readonly embedMs: readonly number[]
}

async function scaleOf(size: number, bench: Bench): Promise<Scale> {
  const paths = spacePaths(await bench.makeFolder())
  const embedder = wordEmbedder(bench.embedder.dimensions)
  const entries = await indexEntries(syntheticRegistry(size), { paths })
  const { modelId, dimensions } = embedder
  await using tables = await openFindTables(paths, { modelId, dimensions })
  bench.tell(`indexing ${size.toLocaleString('en')} made-up agents`)
  const startedAt = performance.now()
  const { embedded } = await updateIndex(entries, { paths, tables, embedder })
  await Promise.all([tables.units.optimize(), tables.documents.optimize()])
  const buildMs = performance.now() - startedAt
  const sources = { tables: Promise.resolve(tables), embedder, documentCount: entries.length, minScore: 0 }
  const queries = syntheticQueries(300)
  const { find: findMs, embed: embedMs } = await interleaved(
    {
      embed: async (round) => await bench.embedder.embed([queries[round % queries.length] ?? '']),
      find: async (round) => await findAgents(queries[round % queries.length] ?? '', sources),
    },
    { rounds: 200, warmUp: 40 },
  )
  return { agents: size, texts: embedded, buildMs, findMs, embedMs }
}
