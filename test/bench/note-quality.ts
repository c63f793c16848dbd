import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  rankSentences,
  readStatement,
  splitSentences,
  statementComparer,
  type TextSpan,
} from '@datacortex/knowledge-extractor/text'
import { createSpace } from '@datacortex/platform'
import { openSpace } from '@datacortex/space'
import { type Half, type JudgedDocument, type Mark, judgedDocuments, judgedPairs } from './data/judged-notes.ts'
import type { Bench, Benchmark, Check, Report } from './measure/benchmark.ts'

/** What ingesting makes of documents, beside what a careful reader would keep of them, the first sentences and TextRank. */
export const noteQuality: Benchmark = {
  name: 'note-quality',
  async run(bench) {
    const halves = [await measure('choosing', bench), await measure('unseen', bench)] as const
    return { tables: halves.flatMap(({ tables }) => tables), checks: halves[1].checks }
  },
}

type Made = {
  readonly zettels: readonly string[]
  readonly insights: readonly string[]
  readonly tasks: readonly string[]
  readonly tags: readonly string[]
}
type Judged = { readonly document: JudgedDocument; readonly made: Made }
type Figures = {
  readonly precision: number
  readonly recall: number
  readonly given: number
  readonly references: number
}

async function measure(half: Half, bench: Bench): Promise<Report> {
  bench.tell(`ingesting the documents of ${half}`)
  const documents = await judgedDocuments(half)
  const made = await ingestAll(documents, await bench.makeFolder())
  const judged = documents.map((document, place) => ({ document, made: made[place] ?? nothing }))
  for (const one of judged) tellWrong(one, half, bench)
  const ours = (of: keyof Made, wanted: RegExp, good = wanted): Figures =>
    figures(judged, ({ made: m }) => m[of], { wanted, good })
  const against = (choose: (sentences: readonly TextSpan[]) => readonly TextSpan[]): Figures =>
    figures(
      judged,
      ({ document, made: m }) => {
        const sentences = splitSentences(document.text.replaceAll(/<[^>]*>/g, ' '))
        return choose(sentences)
          .slice(0, Math.max(3, m.zettels.length))
          .map(({ text }) => text)
      },
      { wanted: idea, good: goodNote },
    )
  const zettels = ours('zettels', idea, goodNote)
  const insights = ours('insights', idea, goodNote)
  const tasks = ours('tasks', task)
  const tags = tagFigures(judged)
  const agreement = await agreementFigures(half)
  const first = against((sentences) => sentences)
  const textRank = against((sentences) =>
    rankSentences(sentences, { early: 0 })
      .toSorted((a, b) => b.score - a.score)
      .map(({ sentence }) => sentence),
  )
  const row = (name: string, { precision, recall, given, references }: Figures): readonly string[] => [
    name,
    String(given),
    precision.toFixed(3),
    recall.toFixed(3),
    String(references),
  ]
  const rows = [
    row('zettels', zettels),
    row('insights', insights),
    row('tasks', tasks),
    row('tags', tags),
    row('agreement of pairs', agreement),
    row('first sentences as zettels', first),
    row('TextRank as zettels', textRank),
  ]
  const atLeast = (what: string, value: number, least: number): Check => ({ what, value, target: { atLeast: least } })
  return {
    tables: [
      {
        title: `${documents.length} documents, ${half}`,
        columns: ['', 'given', 'right of these', 'found of those wanted', 'from references'],
        rows,
      },
    ],
    checks: [
      atLeast('zettels worth keeping', zettels.precision, 0.8),
      atLeast('ideas of the reader among them', zettels.recall, 0.5),
      atLeast('tasks that are some', tasks.precision, 0.9),
      atLeast('tasks found', tasks.recall, 0.7),
      atLeast('agreements that are some', agreement.precision, 0.95),
      atLeast('agreements found', agreement.recall, 0.5),
      {
        what: 'insights and zettels from references',
        value: insights.references + zettels.references,
        target: { atMost: 0 },
      },
    ],
  }
}

const nothing: Made = { zettels: [], insights: [], tasks: [], tags: [] }
const idea = /^\d$/
const goodNote = /^[\d+]$/
const task = /^!$/

/** As a person would: each document a file in a folder of a new space. */
async function ingestAll(documents: readonly JudgedDocument[], folder: string): Promise<readonly Made[]> {
  const { paths } = await createSpace(folder)
  const inbox = join(folder, 'inbox')
  await mkdir(inbox)
  for (const { name, text } of documents) await writeFile(join(inbox, name), text)
  await using space = await openSpace(folder, {
    isTrusted: true,
    bundledDirectory: fileURLToPath(new URL('../../plugins', import.meta.url)),
  })
  const { items } = await space.ingest({ inputs: [inbox], index: false })
  return await Promise.all(
    documents.map(async ({ name }) => {
      const item = items.find(({ input }) => input === join(inbox, name))
      const note =
        item?.literature_note === undefined ? '' : await readFile(join(paths.root, item.literature_note), 'utf8')
      const zettels = await Promise.all(
        (item?.zettels_created ?? []).map(async (path) => statementOf(await readFile(join(paths.root, path), 'utf8'))),
      )
      const insights = /^## Key insights\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(note)?.[1] ?? ''
      return {
        zettels,
        insights: [...insights.matchAll(/^> (?!— )(\S.*)$/gm)].map(([, quote = '']) => quote),
        tasks: item?.action_items ?? [],
        tags: item?.tags ?? [],
      }
    }),
  )
}

/** What a zettel says: the text between heading and quotation, else the heading. */
function statementOf(zettel: string): string {
  const [, heading = '', between = ''] = /^# (.*)\n([\s\S]*?)^> /m.exec(zettel) ?? []
  return between.trim() === '' ? heading : between.trim()
}

type Wanted = { readonly wanted: RegExp; readonly good: RegExp }

function figures(judged: readonly Judged[], of: (one: Judged) => readonly string[], { wanted, good }: Wanted): Figures {
  let [given, right, references, all, found] = [0, 0, 0, 0, 0]
  for (const one of judged) {
    const { marks } = one.document
    const texts = of(one)
    given += texts.length
    right += texts.filter((text) => isMarked(text, marks, good)).length
    references += texts.filter((text) => isMarked(text, marks, /^-$/)).length
    const ideas = [
      ...Map.groupBy(
        marks.filter(({ mark }) => wanted.test(mark)),
        ideaOf,
      ).values(),
    ]
    all += ideas.length
    found += ideas.filter((passages) => texts.some((text) => passages.some((passage) => saysIt(text, passage)))).length
  }
  return { given, precision: share(right, given), recall: share(found, all), references }
}

/** Tasks are each one of their own; an idea may be said in two places. */
function ideaOf({ mark, text }: Mark): string {
  return mark === '!' ? text : mark
}

function isMarked(text: string, marks: readonly Mark[], mark: RegExp): boolean {
  return marks.some((passage) => mark.test(passage.mark) && saysIt(text, passage))
}

/** Whether a text is the passage in hardly other words: most of either is in the other one. */
function saysIt(text: string, passage: Mark): boolean {
  const [ours, theirs] = [pieces(text), pieces(passage.text)]
  const shared = [...ours].filter((piece) => theirs.has(piece)).length
  return share(shared, ours.size) >= 0.7 && share(shared, theirs.size) >= 0.5
}

const signsOnly = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu

/** Words; of scripts without spaces pairs of signs. */
function pieces(text: string): ReadonlySet<string> {
  const plain = text.replaceAll(/\]\([^)]*\)/g, ' ').toLowerCase()
  const signs = plain.match(signsOnly) ?? []
  const pairs = signs.flatMap((run) => {
    const letters = Array.from(run)
    return letters.slice(1).map((sign, place) => `${letters[place] ?? ''}${sign}`)
  })
  return new Set([...(plain.replaceAll(signsOnly, ' ').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []), ...pairs])
}

function tagFigures(judged: readonly Judged[]): Figures {
  const given = judged.flatMap(({ made }) => made.tags)
  const isRight = (document: JudgedDocument, tag: string): boolean =>
    document.tags.some((one) => plainTag(one) === plainTag(tag))
  const right = judged.flatMap(({ document, made }) => made.tags.filter((tag) => isRight(document, tag)))
  const tagged = judged.filter(({ document, made }) => made.tags.some((tag) => isRight(document, tag)))
  return {
    given: given.length,
    precision: share(right.length, given.length),
    recall: share(tagged.length, judged.length),
    references: 0,
  }
}

function plainTag(tag: string): string {
  return tag.toLowerCase().replaceAll(/[-_\s’']+/g, ' ')
}

async function agreementFigures(half: Half): Promise<Figures> {
  const pairs = (await judgedPairs(half)).map(({ same, a, b }) => ({ same, a: readStatement(a), b: readStatement(b) }))
  const compare = statementComparer(pairs.flatMap(({ a, b }) => [a, b]))
  const said = pairs.filter(({ a, b }) => compare(a, b) === 'same')
  const right = said.filter(({ same }) => same).length
  const wanted = pairs.filter(({ same }) => same).length
  return { given: said.length, precision: share(right, said.length), recall: share(right, wanted), references: 0 }
}

/** What to learn from, only of the half that is for it. */
function tellWrong({ document, made }: Judged, half: Half, bench: Bench): void {
  if (half === 'unseen') return
  const { name, marks } = document
  for (const [what, texts, mark] of [
    ['zettel', made.zettels, goodNote],
    ['insight', made.insights, goodNote],
    ['task', made.tasks, task],
  ] as const) {
    for (const text of texts) if (!isMarked(text, marks, mark)) bench.tell(`${name}: wrong ${what}: ${text}`)
    for (const passage of marks)
      if (
        (mark === task ? task : idea).test(passage.mark) &&
        what !== 'insight' &&
        !texts.some((text) => saysIt(text, passage))
      )
        bench.tell(`${name}: missed ${what}: ${passage.text}`)
  }
}

const share = (part: number, of: number): number => (of === 0 ? 0 : part / of)
