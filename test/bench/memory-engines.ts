import { join } from 'node:path'
import { type Bench, type Benchmark, type Report, dataAbsent } from './measure/benchmark.ts'
import { mean, median, quantile } from './measure/distribution.ts'
import { type LabelledSet, labelledSets } from './data/labelled-texts.ts'
import { rememberingEmbedder } from './measure/remembering-embedder.ts'
import { searchEngines } from './baselines/search-engines.ts'

/** Notes in datacortex beside the search engines that people build this with: index time, recall, time of a query. */
export const memoryEngines: Benchmark = {
  name: 'memory-engines',
  async run(bench) {
    const { dataFolder } = bench
    if (dataFolder === undefined) return dataAbsent
    const rows: Row[] = []
    for (const name of ['SciFact', 'HotpotQA'] as const)
      for (const set of await labelledSets[name](join(dataFolder, 'bench')))
        for (const engine of Object.keys(searchEngines)) rows.push(await measure(name, { engine, set, bench }))
    return reportOf(rows)
  },
}

type Row = {
  readonly set: string
  readonly engine: string
  readonly indexMs: number
  readonly recall: number
  readonly times: readonly number[]
}

async function measure(
  name: string,
  { engine, set, bench }: { readonly engine: string; readonly set: LabelledSet; readonly bench: Bench },
): Promise<Row> {
  bench.tell(`${name}: ${engine}`)
  // Questions are embedded beforehand, and texts as fast as they can be read: what is left is the engine's own time.
  const embedder = rememberingEmbedder(bench.embedder, (line) => bench.tell(line))
  await embedder.learn(set.questions.map(({ query }) => query))
  const made = await searchEngines[engine]?.(set.texts, { folder: await bench.makeFolder(), embedder })
  if (made === undefined) throw new Error(`There is no engine ${engine}.`)
  await using index = made
  const [recalls, times]: [number[], number[]] = [[], []]
  for (const round of [0, 1]) {
    for (const { query, gold } of set.questions) {
      const startedAt = performance.now()
      const found = await index.find(query)
      // The first round warms up what the engines keep.
      if (round === 0) recalls.push(gold.filter((id) => found.includes(id)).length / gold.length)
      else times.push(performance.now() - startedAt)
    }
  }
  return { set: name, engine, indexMs: index.indexMs, recall: mean(recalls), times }
}

function reportOf(rows: readonly Row[]): Report {
  const rowOf = (set: string, engine: string): Row | undefined =>
    rows.find((row) => row.set === set && row.engine === engine)
  const ours = (set: string): Row | undefined => rowOf(set, 'datacortex, words and meaning')
  const best = (set: string): number =>
    Math.max(
      ...rows.filter((row) => row.set === set && !row.engine.startsWith('datacortex')).map(({ recall }) => recall),
    )
  const sets = [...new Set(rows.map(({ set }) => set))]
  return {
    tables: [
      {
        title: 'Notes beside search engines',
        columns: ['set', 'engine', 'index s', 'recall@10', 'p50 ms', 'p95 ms'],
        rows: rows.map(({ set, engine, indexMs, recall, times }) => [
          set,
          engine,
          (indexMs / 1000).toFixed(2),
          recall.toFixed(3),
          median(times).toFixed(1),
          quantile(times, 0.95).toFixed(1),
        ]),
      },
    ],
    checks: [
      ...sets.map((set) => ({
        what: `${set}: recall@10 beyond the best of the other engines`,
        value: (ours(set)?.recall ?? Number.NaN) - best(set),
        target: { above: 0 },
      })),
      {
        what: 'SciFact: indexing by words to SQLite FTS5',
        value:
          (rowOf('SciFact', 'datacortex, words')?.indexMs ?? Number.NaN) /
          (rowOf('SciFact', 'SQLite FTS5, porter, content words')?.indexMs ?? Number.NaN),
        target: { atMost: 5 },
        unit: '×',
      },
      {
        what: 'SciFact: words and meaning, p95',
        value: quantile(ours('SciFact')?.times ?? [Number.NaN], 0.95),
        target: { atMost: 10 },
        unit: ' ms',
      },
    ],
    notes: [
      'The others get the texts as strings in memory. datacortex reads them as Markdown files, keeps them on disk and shares them between processes.',
      'Embedding is left out of all times: its price is in memory-index. All find texts with any word of the query that is no stop word (orama: threshold 1).',
    ],
  }
}
