import { noteName } from '@datacortex/notes'
import type { FieldValue, StoredRow } from '@datacortex/vector-store'
import type { Called } from './called-notes.ts'
import { contentWords } from './content-words.ts'
import { type Reached, byScore } from './follow-links.ts'
import { type FoundNote, type RereadNotesOptions, mostReread, rereadNotes } from './reread-notes.ts'
import { rowPlace } from './spread-to-neighbours.ts'
import type { SearchHit } from './search-port.ts'
import { notePathOf, writtenTags } from '../rows/note-rows.ts'
import { isReplaced } from './lead-with-current.ts'
import { snippet } from './snippet.ts'

export type RankedHitsOptions = {
  readonly query: string
  readonly limit: number
  /** The row that stands for a note, where it is not the first. */
  readonly rows: ReadonlyMap<string, string>
  readonly rowsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, StoredRow>>
  readonly called: ReadonlyMap<string, Called>
  /** Of a note; those above 0 lead. */
  readonly levelOf: (note: string) => number
  /** Orders what the words and names of the query have ordered. */
  readonly rerank: (found: readonly FoundNote[], textOf: TextOf) => Promise<readonly FoundNote[]>
}

type TextOf = RereadNotesOptions['textOf']

/** Notes as hits, best first; the best and the called ones are read again, others are given as they stand. */
export async function* rankedHits(
  reached: ReadonlyMap<string, Reached>,
  { query, limit, rows, rowsOf, called, levelOf, rerank }: RankedHitsOptions,
): AsyncGenerator<SearchHit> {
  const weighed = [...reached].toSorted(byScore)
  const isWanted = ([note]: FoundNote, place: number): boolean =>
    place < Math.max(limit, mostReread) || called.has(note) || levelOf(note) > 0
  const best = weighed.filter(isWanted)
  const idOf = (note: string): string => rows.get(note) ?? `${note}#0`
  const rowsOfNotes = async (notes: readonly FoundNote[]): Promise<(note: string) => StoredRow | undefined> => {
    const stored = await rowsOf(notes.map(([note]) => idOf(note)))
    return (note) => stored.get(idOf(note))
  }
  const words = contentWords(query)
  const rowOf = await rowsOfNotes(best)
  const textOf: TextOf = (note) => {
    const text = rowOf(note)?.text
    // Only rows of notes begin with their headings.
    const isHeaded = rowPlace(idOf(note)) !== undefined
    return text === undefined ? undefined : { text, isHeaded, fileName: isHeaded ? noteName(note) : undefined }
  }
  const ordered = await rerank(rereadNotes(best, { query, textOf, called }), textOf)
  yield* hitsOf(putLevelsFirst(ordered, levelOf), { rowOf, words })
  const others = weighed.filter((one, place) => !isWanted(one, place))
  for (let start = 0; start < others.length; start += mostReread) {
    const some = others.slice(start, start + mostReread)
    yield* hitsOf(some, { rowOf: await rowsOfNotes(some), words })
  }
}

function* hitsOf(
  notes: readonly FoundNote[],
  { rowOf, words }: { rowOf: (note: string) => StoredRow | undefined; words: readonly string[] },
): Generator<SearchHit> {
  for (const [note, one] of notes) {
    const row = rowOf(note)
    // It may have gone since the retrievers answered.
    if (row !== undefined) yield noteHit(row, { ...one, words })
  }
}

/** A row as a search hit. A session memory has no path and no lines. */
function noteHit(row: StoredRow, options: Reached & { readonly words: readonly string[] }): SearchHit {
  const { score, via, words, reranked } = options
  const { title, type, space, tags, date, start, end } = row.fields
  const firstLine = typeof start === 'number' ? start : 1
  const lines = typeof end === 'number' ? end - firstLine + 1 : undefined
  // The first line of a row repeats title and headings; behind the lines of the file may stand the date in words.
  const body = row.text.split('\n').slice(1, lines === undefined ? undefined : lines + 1)
  const part = snippet(body.join('\n'), words, { firstLine })
  const path = notePathOf(row.id)
  return {
    id: row.id,
    path,
    title: textOf(title) ?? path ?? row.id,
    type: textOf(type) ?? 'note',
    score: Math.round(calibrateScore(score) * 1e4) / 1e4,
    hop: via.length,
    ...(via.length === 0 ? {} : { via }),
    ...(reranked === undefined ? {} : { reranked: Math.round(reranked * 1e4) / 1e4 }),
    ...(isReplaced(row) ? { earlier: true } : {}),
    snippet: part.text,
    origin: 'local',
    space: textOf(space),
    tags: Array.isArray(tags) ? writtenTags(tags.map(String)) : [],
    date: textOf(date),
    ...(path === undefined ? {} : { start: part.start, end: part.end }),
  }
}

function textOf(value: FieldValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A score of {@link fuseEvidence} from 0 to 1: 0.5 is a real hit in every vault, more takes as much again each. */
export function calibrateScore(raw: number): number {
  return 1 - 2 ** (-raw / realHit)
}

const realHit = 4

/** Puts notes of a higher level before all others, whatever these score, and raises their scores by as much. */
function putLevelsFirst(found: readonly FoundNote[], levelOf: (note: string) => number): readonly FoundNote[] {
  const levels = Map.groupBy(found, ([note]) => levelOf(note))
  let all: readonly FoundNote[] = []
  for (const [level, notes] of [...levels].toSorted(([one], [other]) => one - other)) {
    const lift = level === 0 ? 0 : Math.max(all[0]?.[1].score ?? 0, realHit)
    all = [...notes.map(([note, one]): FoundNote => [note, { ...one, score: one.score + lift }]), ...all]
  }
  return all
}
