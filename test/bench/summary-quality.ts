import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { splitSentences, summarise } from '@datacortex/knowledge-extractor/text'
import { l as rougeL } from 'js-rouge'
import { type Bench, type Benchmark, type Report, dataAbsent } from './measure/benchmark.ts'
import { bootstrapInterval } from './measure/bootstrap.ts'
import { mean, median } from './measure/distribution.ts'
import { jsonLines } from './data/json-lines.ts'

/**
 * The extractive summary beside the first sentences of the text, which are hard to beat.
 *
 * No public set of summaries is among the data, so what people wrote about whole texts serves as reference: the title
 * of an abstract (not shown to the summary), a claim that cites it, and the description that a page gives of itself.
 */
export const summaryQuality: Benchmark = {
  name: 'summary-quality',
  async run(bench) {
    const { dataFolder } = bench
    return dataFolder === undefined ? dataAbsent : await measure(join(dataFolder, 'bench'), bench)
  },
}

type Case = { readonly text: string; readonly title?: string; readonly reference: string }

const length = 3

async function measure(folder: string, bench: Bench): Promise<Report> {
  const abstracts = (await jsonLines(join(folder, 'scifact', 'corpus.jsonl'))) as readonly Abstract[]
  const sets: readonly (readonly [string, readonly Case[]])[] = [
    ['abstracts, their title', abstracts.map(({ text, title }) => ({ text, reference: title }))],
    ['abstracts, a claim that cites them', await claims(folder, abstracts)],
    ['news, their description', await articles(folder)],
    ['other pages, their description', await pages(folder)],
  ]
  const scored = sets.map(([name, cases]) => {
    bench.tell(`summarising ${cases.length} texts: ${name}`)
    return { name, ...score(cases) }
  })
  return {
    tables: [
      {
        title: `ROUGE-L (F1) of ${length} sentences`,
        columns: ['', 'texts', 'first sentences', 'summary', 'difference, 95 %', 'ms each'],
        rows: scored.map(({ name, lead, ours, ms }) => {
          const differences = ours.map((value, index) => value - (lead[index] ?? 0))
          const [low, high] = bootstrapInterval([differences])
          return [
            name,
            String(ours.length),
            mean(lead).toFixed(4),
            mean(ours).toFixed(4),
            `${mean(differences).toFixed(4)} (${low.toFixed(4)} to ${high.toFixed(4)})`,
            median(ms).toFixed(1),
          ]
        }),
      },
    ],
    checks: scored.map(({ name, lead, ours }) => ({
      what: `above the first sentences: ${name}`,
      value: mean(ours) - mean(lead),
      target: { above: 0 },
    })),
    notes: ['A description is often cut from the first sentences, so they are at home there.'],
  }
}

type Abstract = { readonly id: string; readonly title: string; readonly text: string }
type Scores = { readonly ours: number[]; readonly lead: number[]; readonly ms: number[] }

function score(cases: readonly Case[]): Scores {
  const scores: Scores = { ours: [], lead: [], ms: [] }
  for (const { text, title, reference } of cases) {
    const startedAt = performance.now()
    const summary = summarise(text, { sentences: length, title })
    scores.ms.push(performance.now() - startedAt)
    const lead = splitSentences(text).slice(0, length)
    scores.ours.push(likeness(summary, reference))
    scores.lead.push(likeness(lead, reference))
  }
  return scores
}

function likeness(sentences: readonly { readonly text: string }[], reference: string): number {
  const candidate = plain(sentences.map(({ text }) => text).join(' '))
  return candidate === '' ? 0 : rougeL(candidate, plain(reference), { beta: 1 })
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

async function claims(folder: string, abstracts: readonly Abstract[]): Promise<readonly Case[]> {
  const byId = new Map(abstracts.map((abstract) => [abstract.id, abstract]))
  const queries = (await jsonLines(join(folder, 'scifact', 'dev.jsonl'))) as readonly {
    readonly query: string
    readonly gold: readonly string[]
  }[]
  return queries.flatMap(({ query, gold }) =>
    gold.flatMap((id) => {
      const abstract = byId.get(id)
      return abstract === undefined ? [] : [{ text: abstract.text, title: abstract.title, reference: query }]
    }),
  )
}

async function articles(folder: string): Promise<readonly Case[]> {
  const truth = JSON.parse(await readFile(join(folder, 'articles', 'ground-truth.json'), 'utf8')) as Readonly<
    Record<string, { readonly articleBody: string }>
  >
  const cases = Object.entries(truth).map(
    async ([id, { articleBody }]) => await page(join(folder, 'articles', 'html', `${id}.html.gz`), articleBody),
  )
  return (await Promise.all(cases)).flat()
}

async function pages(folder: string): Promise<readonly Case[]> {
  const set = join(folder, 'wcxb-dev')
  const all = (await jsonLines(join(set, 'pages.jsonl'))) as readonly {
    readonly id: string
    readonly page_type: string
  }[]
  const cases = all
    .filter(({ page_type: type }) => ['article', 'documentation', 'service'].includes(type))
    .map(async ({ id }) => {
      const truth = JSON.parse(await readFile(join(set, 'ground-truth', `${id}.json`), 'utf8')) as {
        readonly ground_truth: { readonly main_content: string }
      }
      return await page(join(set, 'html', `${id}.html.gz`), truth.ground_truth.main_content)
    })
  return (await Promise.all(cases)).flat()
}

/** A page whose description says something. */
async function page(file: string, body: string): Promise<readonly Case[]> {
  const html = gunzipSync(await readFile(file)).toString('utf8')
  const meta = [...html.matchAll(/<meta\s[^>]*>/gi)].map(([tag]) => tag)
  const description = meta.find((tag) => /(?:property|name)=["']?(?:og:)?description\b/i.test(tag))
  const reference = unescape(/\scontent=(["'])(.*?)\1/is.exec(description ?? '')?.[2] ?? '')
  const title = unescape(/<title[^>]*>(.*?)<\/title>/is.exec(html)?.[1] ?? '')
  if (reference.length <= 60 || body === '') return []
  return [{ text: body.replaceAll(/\n+/g, '\n\n'), title, reference }]
}

function unescape(html: string): string {
  return html.replaceAll(/&[a-z\d#]+;/gi, ' ')
}
