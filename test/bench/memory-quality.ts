import { join } from 'node:path'
import { sha256 } from '@datacortex/platform'
import { type Collection, openCollection } from '@datacortex/vector-store'
import { type Bench, type Benchmark, type Check, type Report, type Table, dataAbsent } from './measure/benchmark.ts'
import { bootstrapInterval } from './measure/bootstrap.ts'
import { mean } from './measure/distribution.ts'
import { keptVectors } from './measure/kept-vectors.ts'
import { type LabelledQuestion, type LabelledSet, type LabelledSetName, labelledSets } from './data/labelled-texts.ts'
import type { IndexedSet, TextRanker } from './baselines/memory-rankers.ts'
import { bm25, cosine, direct, expanded, fusionAlone, halfMix, rankedAnew } from './baselines/memory-rankers.ts'

/**
 * Whether search in notes finds what answers a question, beside words alone, meaning alone and an even mix of both, and
 * ranked anew by the cross-encoder that `--model` names.
 *
 * `DATACORTEX_BENCH_SETS` names the sets that are asked, separated by commas; all if absent.
 */
export const memoryQuality: Benchmark = {
  name: 'memory-quality',
  async run(bench) {
    const { dataFolder } = bench
    if (dataFolder === undefined) return dataAbsent
    const chosen = process.env['DATACORTEX_BENCH_SETS']?.split(',')
    const measured: Measured[] = []
    for (const name of Object.keys(labelledSets) as LabelledSetName[])
      if (chosen?.includes(name) !== false) measured.push(await outcomesOn(name, { ...bench, dataFolder }))
    return reportOf(measured)
  },
}

const methods = {
  BM25: bm25,
  'MiniLM cosine': cosine,
  'min-max mix ½:½': halfMix,
  'fusion alone': fusionAlone,
  datacortex: direct,
  'datacortex, expand 1': expanded,
} as const satisfies Readonly<Record<string, TextRanker>>
/** The last one if a cross-encoder is measured. */
type Method = keyof typeof methods | 'datacortex, ranked anew'
const names = [...Object.keys(methods), 'datacortex, ranked anew'] as Method[]
const retrievers = ['BM25', 'MiniLM cosine'] as const

type Asked = LabelledQuestion & { readonly ranking: readonly string[] }
type Measured = { readonly set: LabelledSetName; readonly asked: Readonly<Record<Method, readonly Asked[]>> }

async function outcomesOn(set: LabelledSetName, bench: Bench & { readonly dataFolder: string }): Promise<Measured> {
  const { reranker } = bench.embedder
  const rankers: Readonly<Partial<Record<Method, TextRanker>>> = {
    ...methods,
    ...(reranker === undefined ? {} : { 'datacortex, ranked anew': rankedAnew(reranker) }),
  }
  const asked = Object.fromEntries(names.map((name) => [name, [] as Asked[]])) as Record<Method, Asked[]>
  for (const part of await labelledSets[set](join(bench.dataFolder, 'bench'))) {
    bench.tell(`${set}: ${part.questions.length} questions about ${part.texts.length} texts`)
    const indexed = await indexedSet(part, bench)
    for (const question of part.questions)
      for (const name of names) {
        const ranking = await rankers[name]?.(indexed, question)
        if (ranking !== undefined) asked[name].push({ ...question, ranking })
      }
    for (const collection of [indexed.plain, indexed.dated]) await collection[Symbol.asyncDispose]()
  }
  return { set, asked }
}

async function indexedSet(set: LabelledSet, bench: Bench): Promise<IndexedSet> {
  const textVectors = await keptVectors(
    set.texts.map(({ text }) => text),
    bench,
  )
  const queries = set.questions.map(({ query }) => query)
  const vectors = await keptVectors(queries, bench)
  const store = async (dated: boolean): Promise<Collection> => {
    const { modelId, dimensions } = bench.embedder
    const directory = await bench.makeFolder()
    const collection = await openCollection({ directory, name: 'texts', fields: {}, modelId, dimensions })
    const rows = set.texts.map(({ id, text, date }, index) => ({
      id,
      text: dated && date !== undefined ? `${text}\n${date}` : text,
      hash: sha256(text),
      vector: textVectors[index],
      fields: {},
    }))
    await collection.upsert(rows)
    await collection.optimize()
    return collection
  }
  const queryVectors = new Map(queries.map((query, index) => [query, vectors[index] ?? new Float32Array(0)]))
  return { ...set, plain: await store(false), dated: await store(true), textVectors, queryVectors }
}

type Measure = (asked: Asked) => number

const recall =
  (top: number): Measure =>
  ({ gold, ranking }) =>
    gold.length === 0 ? 0 : gold.filter((id) => ranking.slice(0, top).includes(id)).length / gold.length
const firstIsRight: Measure = ({ gold, ranking }) => (gold.includes(ranking[0] ?? '') ? 1 : 0)
const ndcg10: Measure = ({ gold, ranking }) => {
  const gain = (place: number): number => 1 / Math.log2(place + 2)
  const found = ranking.slice(0, 10).map((id, place) => (gold.includes(id) ? gain(place) : 0))
  const ideal = gold.slice(0, 10).map((_, place) => gain(place))
  return found.reduce((sum, value) => sum + value, 0) / ideal.reduce((sum, value) => sum + value, 0)
}

const main = {
  LoCoMo: { title: 'recall@10, adversarial left out', measure: recall(10) },
  SciFact: { title: 'nDCG@10', measure: ndcg10 },
  HotpotQA: { title: 'recall@5', measure: recall(5) },
  MuSiQue: { title: 'recall@5', measure: recall(5) },
  MetaTool: { title: 'accuracy@1', measure: firstIsRight },
  LiveMCP: { title: 'recall@5', measure: recall(5) },
} as const satisfies Readonly<Record<LabelledSetName, { title: string; measure: Measure }>>

function values({ set, asked }: Measured, method: Method): readonly number[] {
  const counted = asked[method].filter(({ category }) => category !== 'adversarial')
  return counted.map(main[set].measure)
}

function reportOf(all: readonly Measured[]): Report {
  const value = (measured: Measured, method: Method): number => mean(values(measured, method))
  const overall = (method: Method): number => mean(all.map((measured) => value(measured, method)))
  const table: Table = {
    title: 'Finding what answers a question',
    columns: ['', ...all.map(({ set }) => `${set} ${main[set].title}`), 'mean'],
    rows: names
      .filter((name) => all.every(({ asked }) => asked[name].length > 0))
      .map((name) => [name, ...all.map((measured) => value(measured, name).toFixed(3)), overall(name).toFixed(3)]),
  }
  const worse: Check[] = all.map((measured) => ({
    what: `${measured.set}: beyond the better retriever`,
    value: value(measured, 'datacortex') - Math.max(...retrievers.map((retriever) => value(measured, retriever))),
    target: { atLeast: -0.01 },
  }))
  const beyond: Check[] = [
    ...retrievers.map((retriever) => ({
      what: `mean beyond ${retriever}`,
      value: overall('datacortex') - overall(retriever),
      target: { above: 0 },
    })),
    {
      what: 'mean beyond the even mix',
      value: overall('datacortex') - overall('min-max mix ½:½'),
      target: { atLeast: 0.02 },
    },
  ]
  const gains = all.map((measured) => {
    const mix = values(measured, 'min-max mix ½:½')
    return values(measured, 'datacortex').map((one, index) => one - (mix[index] ?? 0))
  })
  const [low, high] = bootstrapInterval(gains)
  return {
    tables: [table],
    checks: [...worse, ...beyond, ...all.flatMap(setChecks), ...linkChecks(all)],
    notes: [
      `Gain over the even mix on the mean, 95 % bootstrap interval: ${low.toFixed(3)} to ${high.toFixed(3)}.`,
      ...linked(all).map(
        (one) => `--expand 1 adds ${mean(linkGains(one, recall(5))).toFixed(3)} to recall@5 of ${one.set} alone.`,
      ),
    ],
  }
}

function setChecks(measured: Measured): readonly Check[] {
  const { set, asked } = measured
  if (set === 'LoCoMo') {
    const all = mean(asked.datacortex.map(recall(20)))
    return [
      { what: 'LoCoMo: recall@10', value: mean(values(measured, 'datacortex')), target: { atLeast: 0.66 } },
      { what: 'LoCoMo: recall@20, all questions', value: all, target: { atLeast: 0.76 } },
    ]
  }
  if (set !== 'SciFact') return []
  return [{ what: 'SciFact: nDCG@10', value: mean(values(measured, 'datacortex')), target: { atLeast: 0.74 } }]
}

/** Sets whose texts link to each other. */
function linked(all: readonly Measured[]): readonly Measured[] {
  return all.filter(({ set }) => set === 'HotpotQA' || set === 'MuSiQue')
}

/** What links add to each question. */
function linkGains({ asked }: Measured, measure: Measure): readonly number[] {
  const without = asked.datacortex.map(measure)
  return asked['datacortex, expand 1'].map((one, index) => measure(one) - (without[index] ?? 0))
}

function linkChecks(all: readonly Measured[]): readonly Check[] {
  const sets = linked(all)
  if (sets.length === 0) return []
  const added = mean(sets.flatMap((one) => linkGains(one, recall(5))))
  return [
    { what: 'linked notes: recall@5 that --expand 1 adds', value: added, target: { atLeast: 0.08 } },
    ...sets.map((one) => ({
      what: `${one.set}: first hits that --expand 1 costs`,
      value: -mean(linkGains(one, firstIsRight)),
      target: { atMost: 0.03 },
    })),
  ]
}
