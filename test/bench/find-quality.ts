import type { Reranker } from '@datacortex/embeddings'
import { readAgentsToFind } from '@datacortex/modules'
import { openFinder } from '@datacortex/registry/find'
import { readRegistry } from '@datacortex/registry'
import { bm25Ranker, cosineRanker, keywordRanker } from './baselines/baseline-rankers.ts'
import { type Bench, type Benchmark, type Check, type Report, type Table, dataAbsent } from './measure/benchmark.ts'
import { bootstrapInterval } from './measure/bootstrap.ts'
import { type CorpusName, corpora } from './data/corpus-space.ts'
import { mean } from './measure/distribution.ts'
import { labelledQueries } from './data/labelled-queries.ts'
import { meaninglessRequests } from './data/meaningless.ts'
import { rankAnew } from './measure/rank-anew.ts'
import type { Measure, Outcome, Ranker } from './measure/ranking-quality.ts'
import { auroc, measured, outcomesOf, quality } from './measure/ranking-quality.ts'

/** Whether the first result is the right one, beside three simple ways to find agents, and with a cross-encoder. */
export const findQuality: Benchmark = {
  name: 'find-quality',
  async run(bench) {
    const { dataFolder } = bench
    if (dataFolder === undefined) return dataAbsent
    const measuredCorpora: Measured[] = []
    for (const corpus of Object.keys(corpora) as CorpusName[]) {
      measuredCorpora.push({ corpus, ...(await measuredOn(corpus, { ...bench, dataFolder })) })
    }
    return reportOf(measuredCorpora)
  },
}

const baselines = ['keyword substring', 'BM25', 'cosine alone'] as const
// The last one is of the cross-encoder that `--model` names, if it names one.
const methods = [...baselines, 'datacortex', 'datacortex, ranked anew'] as const
type Method = (typeof methods)[number]

type Measured = {
  readonly corpus: CorpusName
  readonly outcomes: Readonly<Record<Method, readonly Outcome[]>>
  /** Requests without any meaning for which somebody was found. */
  readonly misled: readonly string[]
}

const meaningless = meaninglessRequests(200)

async function measuredOn(
  corpus: CorpusName,
  bench: Bench & { readonly dataFolder: string },
): Promise<Omit<Measured, 'corpus'>> {
  const { paths } = await bench.space(corpus)
  const agents = [...(await readRegistry(paths)).agents.values()]
  const queries = await labelledQueries(bench.dataFolder, corpus)
  const unknown = queries.flatMap(({ gold }) => (gold === null || agents.some(({ id }) => id === gold) ? [] : [gold]))
  if (unknown.length > 0) throw new Error(`Labels of ${corpus} that are no agents: ${unknown.join(', ')}.`)
  bench.tell(`asking ${queries.length} queries of ${agents.length} agents (${corpus})`)
  await using finder = await openFinder(paths, {
    openEmbedder: () => Promise.resolve(bench.embedder),
    readAgents: readAgentsToFind,
  })
  const find: Ranker = async (query) => {
    const { results } = await finder.find(query, { top: 10, minScore: 0, corrects: true })
    return {
      places: results.map(({ id, same_as: copies = [] }) => [id, ...copies]),
      confidence: results[0]?.score ?? 0,
    }
  }
  const { reranker } = bench.embedder
  const said = new Map(agents.map(({ id, entry }) => [id, `${entry.name}. ${entry.description}`]))
  const ranked =
    (reranker: Reranker): Ranker =>
    async (query) => {
      const { results } = await finder.find(query, { top: 20, minScore: 0 })
      const anew = await rankAnew(results, { reranker, query, textOf: ({ id }) => said.get(id) ?? '' })
      return {
        places: anew.slice(0, 10).map(({ id, same_as: copies = [] }) => [id, ...copies]),
        confidence: results[0]?.score ?? 0,
      }
    }
  const misled: string[] = []
  for (const request of meaningless) {
    const [first] = (await finder.find(request, { corrects: true })).results
    if (first !== undefined) misled.push(`${request} (${first.id} ${first.score})`)
  }
  await using words = await bm25Ranker(agents, { folder: await bench.makeFolder() })
  const outcomes = {
    'keyword substring': await outcomesOf(keywordRanker(agents), queries),
    BM25: await outcomesOf(words, queries),
    'cosine alone': await outcomesOf(await cosineRanker(agents, bench.embedder), queries),
    datacortex: await outcomesOf(find, queries),
    'datacortex, ranked anew': reranker === undefined ? [] : await outcomesOf(ranked(reranker), queries),
  }
  return { outcomes, misled }
}

function reportOf(all: readonly Measured[]): Report {
  const best = baselines.toSorted((a, b) => meanOf('accuracy@1', all, b) - meanOf('accuracy@1', all, a))[0] ?? 'BM25'
  const [low, high] = bootstrapInterval(all.map(({ outcomes }) => differences('accuracy@1', outcomes, best)))
  const [lowMrr, highMrr] = bootstrapInterval(all.map(({ outcomes }) => differences('MRR@10', outcomes, best)))
  return {
    tables: [...all.map(corpusTable), meanTable(all)],
    checks: [...all.flatMap(corpusChecks), ...(['accuracy@1', 'MRR@10'] as const).map((m) => meanCheck(m, all))],
    notes: [
      `Gain over ${best} on the mean, 95 % bootstrap interval: accuracy@1 ${low.toFixed(2)} to ${high.toFixed(2)}, ` +
        `MRR@10 ${lowMrr.toFixed(2)} to ${highMrr.toFixed(2)}.`,
      ...all.map(
        ({ corpus, misled }) =>
          `${corpus}: somebody was found for ${misled.length} of ${meaningless.length} requests without meaning. ${misled.join(', ')}`,
      ),
    ],
  }
}

function corpusTable({ corpus, outcomes }: Measured): Table {
  const rows = methods
    .filter((method) => outcomes[method].length > 0)
    .map((method) => {
      const own = outcomes[method]
      const by = (measure: Measure) => (['easy', 'hard', 'both'] as const).map((kind) => quality(measure, own, kind))
      const numbers = [...by('accuracy@1'), ...by('recall@3'), ...by('MRR@10'), auroc(own)]
      return [method, ...numbers.map((value) => value.toFixed(2))]
    })
  const kinds = (name: string) => ['easy', 'hard', 'both'].map((kind) => `${name} ${kind}`)
  return {
    title: `${corpus}: ${outcomes.datacortex.length} labelled requests`,
    columns: ['', ...kinds('acc@1'), ...kinds('rec@3'), ...kinds('MRR'), 'AUROC'],
    rows,
  }
}

function meanTable(all: readonly Measured[]): Table {
  const asked = methods.filter((method) => all.every(({ outcomes }) => outcomes[method].length > 0))
  const rows = asked.map((method) => [
    method,
    ...(['accuracy@1', 'recall@3', 'MRR@10'] as const).map((measure) => meanOf(measure, all, method).toFixed(3)),
    mean(all.map(({ outcomes }) => auroc(outcomes[method]))).toFixed(3),
  ])
  return { title: 'Mean of the corpora', columns: ['', 'accuracy@1', 'recall@3', 'MRR@10', 'AUROC'], rows }
}

function corpusChecks({ corpus, outcomes }: Measured): readonly Check[] {
  return (['accuracy@1', 'MRR@10'] as const).map((measure) => {
    const best = Math.max(...baselines.map((method) => quality(measure, outcomes[method], 'both')))
    const gain = quality(measure, outcomes.datacortex, 'both') - best
    return { what: `${corpus}: ${measure} beyond the best baseline`, value: gain, target: { above: 0 } }
  })
}

function meanCheck(measure: Measure, all: readonly Measured[]): Check {
  const best = Math.max(...baselines.map((method) => meanOf(measure, all, method)))
  const value = meanOf(measure, all, 'datacortex') - best
  return { what: `mean ${measure} beyond the best baseline`, value, target: { atLeast: 0.05 } }
}

function meanOf(measure: Measure, all: readonly Measured[], method: Method): number {
  return mean(all.map(({ outcomes }) => quality(measure, outcomes[method], 'both')))
}

function differences(measure: Measure, outcomes: Measured['outcomes'], baseline: Method): readonly number[] {
  const others = measured(measure, outcomes[baseline])
  return measured(measure, outcomes.datacortex).map((value, index) => value - (others[index] ?? 0))
}
