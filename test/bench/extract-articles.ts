import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Benchmark, type Check, type Report, type Table, dataAbsent } from './measure/benchmark.ts'
import { mean, median, quantile } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'
import type { PageExtractor, SavedPage } from './baselines/page-extractors.ts'
import { baselineExtractors, pageExtractorNames, pageExtractors } from './baselines/page-extractors.ts'
import { seededRandom } from './data/random.ts'
import { type Overlap, shingleOverlap } from './measure/text-overlap.ts'

/** Body of news and blog pages, by four-word shingles, beside Readability alone and Defuddle. */
export const extractArticles: Benchmark = {
  name: 'extract-articles',
  async run(bench) {
    const { dataFolder } = bench
    const folder = dataFolder === undefined ? undefined : join(dataFolder, 'bench', 'articles')
    if (folder === undefined || !existsSync(folder)) return dataAbsent
    const pages = await articlesOf(folder)
    bench.tell(`extracting ${pages.length} articles in three ways`)
    const overlaps = await overlapsOf(pages)
    const pageOf = (round: number): Article => pages[round % pages.length] as Article
    const times = await interleaved(
      {
        'Readability + linkedom': async (round) => await pageExtractors['Readability + linkedom'](pageOf(round)),
        'Defuddle + linkedom': async (round) => await pageExtractors['Defuddle + linkedom'](pageOf(round)),
        datacortex: async (round) => await pageExtractors.datacortex(pageOf(round)),
      },
      { rounds: pages.length * 3, warmUp: 20 },
    )
    return report({ overlaps, times, pages })
  },
}

type Article = SavedPage & { readonly truth: string }
type Overlaps = Readonly<Record<PageExtractor, readonly Overlap[]>>

async function articlesOf(folder: string): Promise<readonly Article[]> {
  const truths = JSON.parse(await readFile(join(folder, 'ground-truth.json'), 'utf8')) as Readonly<
    Record<string, { readonly articleBody: string; readonly url: string }>
  >
  return await Promise.all(
    Object.entries(truths).map(async ([id, { articleBody, url }]) => {
      const bytes = gunzipSync(await readFile(join(folder, 'html', `${id}.html.gz`)))
      return { id, url, bytes, truth: articleBody }
    }),
  )
}

async function overlapsOf(pages: readonly Article[]): Promise<Overlaps> {
  const found: Record<PageExtractor, Overlap[]> = {
    'Readability + linkedom': [],
    'Defuddle + linkedom': [],
    datacortex: [],
  }
  for (const page of pages)
    for (const name of pageExtractorNames)
      found[name].push(shingleOverlap(await pageExtractors[name](page), page.truth))
  return found
}

type Score = { readonly f1: number; readonly precision: number; readonly recall: number }

/** F1 of the means of precision and recall, as the set's own scorer has it. */
function scoreOf(overlaps: readonly Overlap[]): Score {
  const precision = mean(overlaps.flatMap(({ precision }) => precision ?? []))
  const recall = mean(overlaps.flatMap(({ recall }) => recall ?? []))
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}

function intervalOf(overlaps: readonly Overlap[]): readonly [number, number] {
  const random = seededRandom(1)
  const draws = Array.from(
    { length: 2000 },
    () => scoreOf(overlaps.map(() => overlaps[Math.floor(random() * overlaps.length)] as Overlap)).f1,
  )
  return [quantile(draws, 0.025), quantile(draws, 0.975)]
}

function report({
  overlaps,
  times,
  pages,
}: {
  readonly overlaps: Overlaps
  readonly times: Readonly<Record<PageExtractor, readonly number[]>>
  readonly pages: readonly Article[]
}): Report {
  const rows = pageExtractorNames.map((name) => {
    const { f1, precision, recall } = scoreOf(overlaps[name])
    const [low, high] = intervalOf(overlaps[name])
    const [p50, p95] = [quantile(times[name], 0.5), quantile(times[name], 0.95)]
    return [
      name,
      f1.toFixed(3),
      `${low.toFixed(3)} to ${high.toFixed(3)}`,
      precision.toFixed(3),
      recall.toFixed(3),
      p50.toFixed(0),
      p95.toFixed(0),
    ]
  })
  const table: Table = {
    title: `Body of ${pages.length} articles, four-word shingles`,
    columns: ['', 'F1', '95 % interval', 'precision', 'recall', 'p50 ms', 'p95 ms'],
    rows,
  }
  const own = scoreOf(overlaps.datacortex).f1
  const best = Math.max(...baselineExtractors.map((name) => scoreOf(overlaps[name]).f1))
  const checks: readonly Check[] = [
    { what: 'shingle F1 on articles', value: own, target: { atLeast: 0.97 } },
    { what: 'shingle F1 on articles beyond the best baseline', value: own - best, target: { above: 0 } },
    {
      what: 'p50 on articles to Readability + linkedom',
      value: median(times.datacortex) / median(times['Readability + linkedom']),
      target: { atMost: 1.5 },
      unit: '×',
    },
  ]
  return { tables: [table], checks }
}
