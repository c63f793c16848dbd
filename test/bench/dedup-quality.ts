import type { DedupDocument } from '@datacortex/research'
import { converge, deduplicate, matchTitles, normaliseUrl, parseUrl, titleKey } from '@datacortex/research'
import type { Bench, Benchmark, Check, Report, Table } from './measure/benchmark.ts'
import { type LabelledPair, type TitlePair, labelledPairs, titlePairs, urlVectors } from './data/dedup-pairs.ts'
import { dipDuplicates, relativeDistance } from './data/dip-duplicates.ts'

/** How well copies, versions and parts of one work are told from different works, beside the specification's rules. */
export const dedupQuality: Benchmark = {
  name: 'dedup-quality',
  async run({ dataFolder }: Bench): Promise<Report> {
    const pairs = await labelledPairs()
    const own = pairsReport(pairs)
    const mirrors = mirrorCheck(pairs)
    if (dataFolder === undefined) {
      return {
        tables: [own.table],
        checks: [...own.checks, mirrors],
        notes: ['The public titles and addresses were skipped: the data folder is absent.'],
      }
    }
    const titles = titlesReport({
      train: await titlePairs(dataFolder, 'train'),
      valid: await titlePairs(dataFolder, 'valid'),
    })
    const urls = await urlReport(dataFolder)
    return {
      tables: [own.table, titles.table, urls.table],
      checks: [...own.checks, mirrors, ...titles.checks, ...urls.checks],
    }
  },
}

type Part = { readonly table: Table; readonly checks: readonly Check[] }
type Decision = { readonly same: boolean; readonly said: boolean }
type Scores = { readonly precision: number; readonly recall: number; readonly f1: number; readonly n: number }

function scoresOf(decisions: readonly Decision[]): Scores {
  const right = decisions.filter(({ same, said }) => same && said).length
  const precision = right / Math.max(decisions.filter(({ said }) => said).length, 1)
  const recall = right / Math.max(decisions.filter(({ same }) => same).length, 1)
  return {
    precision,
    recall,
    f1: (2 * precision * recall) / Math.max(precision + recall, Number.MIN_VALUE),
    n: decisions.length,
  }
}

function rowOf(name: string, { precision, recall, f1, n }: Scores): readonly string[] {
  return [name, String(n), precision.toFixed(3), recall.toFixed(3), f1.toFixed(3)]
}

const columns = ['', 'pairs', 'precision', 'recall', 'F1'] as const
const isOne = (a: DedupDocument, b: DedupDocument): boolean => deduplicate([a, b]).clusters.length === 1

/** In one list, a third document can join what two alone would not. */
function amongAll(pairs: readonly LabelledPair[]): typeof isOne {
  const documents = new Map(pairs.flatMap(({ a, b }) => [a, b]).map((document) => [document.id, document]))
  const { clusters } = deduplicate([...documents.values()])
  const clusterOf = new Map(
    clusters.flatMap(({ id, documents: members }) => members.map((member) => [member.id, id] as const)),
  )
  return (a, b) => clusterOf.get(a.id) === clusterOf.get(b.id)
}

function pairsReport(pairs: readonly LabelledPair[]): Part {
  const rows: (readonly string[])[] = []
  const checks: Check[] = []
  for (const split of ['dev', 'heldout'] as const) {
    const part = pairs.filter((pair) => pair.split === split)
    const decide = (rule: typeof isOne): Scores => scoresOf(part.map(({ a, b, same }) => ({ same, said: rule(a, b) })))
    const ours = decide(isOne)
    const together = decide(amongAll(pairs))
    rows.push(
      rowOf(`${split}: the three rules of DIP-0021`, decide(dipDuplicates)),
      rowOf(`${split}: deduplicate, two at a time`, ours),
      rowOf(`${split}: deduplicate, all documents at once`, together),
    )
    checks.push(
      { what: `precision, ${split}, all at once`, value: together.precision, target: { atLeast: 0.95 } },
      { what: `recall, ${split}, all at once`, value: together.recall, target: { atLeast: 0.9 } },
    )
    checks.push(
      { what: `precision, ${split}`, value: ours.precision, target: { atLeast: 0.95 } },
      { what: `recall, ${split}`, value: ours.recall, target: { atLeast: 0.9 } },
    )
  }
  return { table: { title: 'Labelled pairs of pages and works (test/fixtures/dedup)', columns, rows }, checks }
}

/** Independent voices before and after each document got ten mirrors. */
function mirrorCheck(pairs: readonly LabelledPair[]): Check {
  const texts = [
    ...new Map(
      pairs
        .flatMap(({ a, b }) => [a, b])
        .filter(({ id, text }) => id.endsWith('/original') && text !== undefined)
        .map((document) => [document.id, document]),
    ).values(),
  ]
  const mirrors = texts.flatMap((document) =>
    Array.from({ length: 10 }, (_, place) => ({
      ...document,
      id: `${document.id}/mirror-${place}`,
      url: `https://mirror-${place}.example/${document.id}`,
      title: `Mirror: ${document.title}`,
    })),
  )
  const independent = (documents: readonly DedupDocument[]): number => {
    const supporters = deduplicate(documents).clusters.flatMap(({ id, documents: members }) =>
      members.map((member) => ({ sourceId: member.id, cluster: id, url: member.url, routes: [], primaries: [] })),
    )
    return converge(supporters, supporters).independent
  }
  const [first] = texts
  const one = texts.slice(0, 1)
  const added =
    independent([...one, ...mirrors.filter(({ id }) => first !== undefined && id.startsWith(first.id))]) -
    independent(one)
  const all = independent([...texts, ...mirrors]) - independent(texts)
  return {
    what: 'voices added by ten mirrors of one text and of all',
    value: Math.max(added, all),
    target: { atMost: 0 },
  }
}

function titlesReport(parts: Readonly<Record<'train' | 'valid', readonly TitlePair[]>>): Part {
  const rows: (readonly string[])[] = []
  const checks: Check[] = []
  for (const [name, pairs] of Object.entries(parts)) {
    const decide = (rule: (a: string, b: string) => boolean): Scores =>
      scoresOf(pairs.map(({ a, b, match }) => ({ same: match, said: rule(a, b) })))
    const ours = decide((a, b) => matchTitles(titleKey(a), titleKey(b)) === 'same')
    rows.push(
      rowOf(
        `${name}: words, Jaccard ≥ 0.7`,
        decide((a, b) => jaccard(a, b) >= 0.7),
      ),
      rowOf(
        `${name}: Levenshtein < 0.2 (DIP-0021)`,
        decide((a, b) => relativeDistance(a, b) < 0.2),
      ),
      rowOf(`${name}: matchTitles`, ours),
    )
    checks.push({ what: `precision of titles alone, ${name}`, value: ours.precision, target: { atLeast: 0.95 } })
  }
  return { table: { title: 'Titles of publications (DBLP-ACM, titles only)', columns, rows }, checks }
}

function jaccard(a: string, b: string): number {
  const [x, y] = [new Set(a.match(/\w+/gu)), new Set(b.match(/\w+/gu))]
  return x.size + y.size === 0 ? 0 : x.intersection(y).size / x.union(y).size
}

async function urlReport(dataFolder: string): Promise<Part> {
  const vectors = await urlVectors(dataFolder)
  const passed = (parse: (url: string, base?: string) => URL | null): number =>
    vectors.filter(({ input, base, href }) => parse(input, base ?? undefined)?.href === href).length
  const parsed = passed(parseUrl)
  const valid = vectors.flatMap(({ href }) => href ?? [])
  const stable = valid.filter((href) => {
    const once = normaliseUrl(href)
    return once === undefined ? !URL.canParse(href) : normaliseUrl(once) === once
  }).length
  return {
    table: {
      title: 'Addresses (WHATWG vectors)',
      columns: ['', 'vectors', 'passed'],
      rows: [
        ["parsed by Node's URL", String(vectors.length), String(passed((url, base) => URL.parse(url, base)))],
        ['parsed by datacortex', String(vectors.length), String(parsed)],
        ['the same when normalised again', String(valid.length), String(stable)],
      ],
    },
    checks: [
      { what: 'share of vectors parsed as the standard says', value: parsed / vectors.length, target: { atLeast: 1 } },
      {
        what: 'share of addresses that stay the same when normalised again',
        value: stable / valid.length,
        target: { atLeast: 1 },
      },
    ],
  }
}
