import { openFinder } from '@datacortex/registry'
import type { Bench, Benchmark, Check, Report, Table } from './measure/benchmark.ts'
import { dataAbsent } from './measure/benchmark.ts'
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
  await using finder = await openFinder(paths, { openEmbedder: () => Promise.resolve(bench.embedder) })
  const queryOf = (round: number): string => queries[round % queries.length] ?? ''
  const times = await interleaved(
    {
      embed: async (round) => await bench.embedder.embed([queryOf(round)]),
      find: async (round) => await finder.find(queryOf(round)),
    },
    { rounds: 256, warmUp: 32 },
  )
  const ratio = median(times.find) / median(times.embed)
  const check: Check = {
    what: `warm find over ${finder.agentCount} agents, p50, to embedding the query`,
    value: ratio,
    target: { atMost: 2 },
    unit: '×',
  }
  const row = (name: string, values: readonly number[]): readonly string[] => [
    name,
    quantile(values, 0.5).toFixed(2),
    quantile(values, 0.95).toFixed(2),
    (median(values) / median(times.embed)).toFixed(2),
  ]
  const table: Table = {
    title: `Warm find over ${finder.agentCount} agents, ${times.find.length} queries, milliseconds`,
    columns: ['', 'p50', 'p95', 'p50 to embedding'],
    rows: [row('embedding the query', times.embed), row('find', times.find)],
  }
  return { tables: [table], checks: [check] }
}
