import { type Embedder, openEmbedder } from '@datacortex/embeddings'
import { userPaths } from '@datacortex/platform'
import { readAgentsToFind } from '@datacortex/modules'
import { openFinder } from '@datacortex/registry/find'
import { type Bench, type Benchmark, type Check, type Report, type Table, dataAbsent } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'
import { labelledQueries } from './data/labelled-queries.ts'

/** `find` on real agents in a process that has the model loaded, beside embedding the query alone. */
export const findSpeed: Benchmark = {
  name: 'find-speed',
  async run(bench) {
    const { dataFolder } = bench
    return dataFolder === undefined ? dataAbsent : await warmFind({ ...bench, dataFolder })
  },
}

async function warmFind(bench: Bench & { readonly dataFolder: string }): Promise<Report> {
  const { paths } = await bench.space('voltagent')
  const queries = (await labelledQueries(bench.dataFolder, 'voltagent')).map(({ query }) => query)
  const vectors = new Map(
    await Promise.all(queries.map(async (query) => [query, await vectorOf(bench, query)] as const)),
  )
  await using exact = openEmbedder({ cacheDir: userPaths().cache, model: { dtype: 'fp32' } })
  // The index holds vectors of int8: they are given, and the time of the exact model is taken.
  const asExact: Embedder = {
    modelId: bench.embedder.modelId,
    dimensions: bench.embedder.dimensions,
    embed: async (texts) => {
      await exact.embed(texts)
      return texts.map((text) => vectors.get(text) ?? new Float32Array(bench.embedder.dimensions))
    },
    [Symbol.asyncDispose]: async () => await Promise.resolve(),
  }
  await using finder = await openFinder(paths, {
    openEmbedder: () => Promise.resolve(bench.embedder),
    readAgents: readAgentsToFind,
  })
  await using exactFinder = await openFinder(paths, {
    openEmbedder: () => Promise.resolve(asExact),
    readAgents: readAgentsToFind,
  })
  const queryOf = (round: number): string => queries[round % queries.length] ?? ''
  const how = { rounds: 256, warmUp: 32 }
  // A process has one model: two would take each other's weights out of the processor's caches.
  const fast = await interleaved(
    {
      embed: async (round) => await bench.embedder.embed([queryOf(round)]),
      find: async (round) => await finder.find(queryOf(round), { corrects: true }),
    },
    how,
  )
  const slow = await interleaved(
    {
      exactEmbed: async (round) => await asExact.embed([queryOf(round)]),
      exactFind: async (round) => await exactFinder.find(queryOf(round)),
    },
    how,
  )
  const times = { ...fast, ...slow }
  const checks: readonly Check[] = [
    {
      what: `warm find over ${finder.agentCount} agents, p50`,
      value: median(times.find),
      target: { atMost: 5 },
      unit: ' ms',
    },
    {
      what: 'the same with the exact model, to embedding the query with that',
      value: median(times.exactFind) / median(times.exactEmbed),
      target: { atMost: 1.5 },
      unit: '×',
    },
  ]
  const row = (name: string, values: readonly number[], to: readonly number[]): readonly string[] => [
    name,
    quantile(values, 0.5).toFixed(2),
    quantile(values, 0.95).toFixed(2),
    (median(values) / median(to)).toFixed(2),
  ]
  const table: Table = {
    title: `Warm find over ${finder.agentCount} agents, ${times.find.length} queries, milliseconds`,
    columns: ['', 'p50', 'p95', 'p50 to embedding'],
    rows: [
      row('embedding the query, int8', times.embed, times.embed),
      row('find, int8', times.find, times.embed),
      row('embedding the query, fp32', times.exactEmbed, times.exactEmbed),
      row('find, fp32', times.exactFind, times.exactEmbed),
    ],
  }
  return { tables: [table], checks }
}

async function vectorOf({ embedder }: Bench, query: string): Promise<Float32Array> {
  const [vector] = await embedder.embed([query])
  return vector ?? new Float32Array(embedder.dimensions)
}
