import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Benchmark, type Check, type Report, dataAbsent } from './measure/benchmark.ts'
import { bootstrapInterval } from './measure/bootstrap.ts'
import { mean } from './measure/distribution.ts'
import { jsonLines } from './data/json-lines.ts'
import type { PageExtractor, SavedPage } from './baselines/page-extractors.ts'
import { baselineExtractors, pageExtractorNames, pageExtractors } from './baselines/page-extractors.ts'
import { wordOverlap } from './measure/text-overlap.ts'

/** Text of pages of seven types, by words, beside Readability alone and Defuddle. */
export const extractPages: Benchmark = {
  name: 'extract-pages',
  async run(bench) {
    const { dataFolder } = bench
    const folder = dataFolder === undefined ? undefined : join(dataFolder, 'bench', 'wcxb-dev')
    if (folder === undefined || !existsSync(folder)) return dataAbsent
    const pages = await pagesOf(folder)
    bench.tell(`extracting ${pages.length} pages of seven types in three ways`)
    const scores: Scored[] = []
    for (const page of pages) {
      const f1 = async (name: PageExtractor): Promise<number> =>
        wordOverlap(await pageExtractors[name](page), page.truth).f1
      scores.push({
        type: page.type,
        'Readability + linkedom': await f1('Readability + linkedom'),
        'Defuddle + linkedom': await f1('Defuddle + linkedom'),
        datacortex: await f1('datacortex'),
      })
    }
    return report(scores)
  },
}

type TypedPage = SavedPage & { readonly type: string; readonly truth: string }
type Scored = Readonly<Record<PageExtractor, number>> & { readonly type: string }

async function pagesOf(folder: string): Promise<readonly TypedPage[]> {
  const rows = (await jsonLines(join(folder, 'pages.jsonl'))) as readonly {
    readonly id: string
    readonly url: string
    readonly page_type: string
  }[]
  return await Promise.all(
    rows.map(async ({ id, url, page_type: type }) => {
      const bytes = gunzipSync(await readFile(join(folder, 'html', `${id}.html.gz`)))
      const { ground_truth: truth } = JSON.parse(
        await readFile(join(folder, 'ground-truth', `${id}.json`), 'utf8'),
      ) as { readonly ground_truth: { readonly main_content: string } }
      return { id, url, type, bytes, truth: truth.main_content }
    }),
  )
}

function report(scores: readonly Scored[]): Report {
  const types = [...new Set(scores.map(({ type }) => type))].toSorted()
  const of = (name: PageExtractor, type?: string): number =>
    mean(scores.filter((score) => type === undefined || score.type === type).map((score) => score[name]))
  const best = (type?: string): number => Math.max(...baselineExtractors.map((name) => of(name, type)))
  const strongest = baselineExtractors.toSorted((a, b) => of(b) - of(a))[0] ?? 'Defuddle + linkedom'
  const [low, high] = bootstrapInterval([scores.map((score) => score.datacortex - score[strongest])])
  const rows = pageExtractorNames.map((name) => [
    name,
    of(name).toFixed(3),
    ...types.map((type) => of(name, type).toFixed(3)),
  ])
  const checks: readonly Check[] = [
    {
      what: 'word F1 beyond the best baseline, all types',
      value: of('datacortex') - best(),
      target: { atLeast: 0.05 },
    },
    ...types.map((type) => ({
      what: `word F1 beyond the best baseline, ${type}`,
      value: of('datacortex', type) - best(type),
      target: { above: 0 },
    })),
  ]
  return {
    tables: [{ title: `Text of ${scores.length} pages, word F1`, columns: ['', 'all', ...types], rows }],
    checks,
    notes: [`Gain over ${strongest}, 95 % bootstrap interval: ${low.toFixed(3)} to ${high.toFixed(3)}.`],
  }
}
