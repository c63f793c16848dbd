import { noteName } from '@datacortex/notes'
import type { StoredRow } from '@datacortex/vector-store'
import type { Called } from './called-notes.ts'
import { contentWords } from './content-words.ts'
import type { Reached } from './follow-links.ts'
import { leadByLevel } from './lead-by-level.ts'
import { noteHit } from './note-hit.ts'
import { type FoundNote, type RereadNotesOptions, byScore, mostReread, rereadNotes } from './reread-notes.ts'
import { rowPlace } from './row-place.ts'
import type { SearchHit } from './search-port.ts'

export type RankedHitsOptions = {
  /** As it was asked. */
  readonly query: string
  /** Most hits, at least 1. */
  readonly limit: number
  /** The row that stands for a note, where it is not the first. */
  readonly rows: ReadonlyMap<string, string>
  /** Rows by their ids. */
  readonly rowsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, StoredRow>>
  /** Notes that the query calls by name or day. */
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
  yield* hitsOf(leadByLevel(ordered, levelOf), { rowOf, words })
  const others = weighed.filter((one, place) => !isWanted(one, place))
  for (let start = 0; start < others.length; start += mostReread) {
    const some = others.slice(start, start + mostReread)
    yield* hitsOf(some, { rowOf: await rowsOfNotes(some), words })
  }
}

type HitsOptions = {
  readonly rowOf: (note: string) => StoredRow | undefined
  readonly words: readonly string[]
}

function* hitsOf(notes: readonly FoundNote[], { rowOf, words }: HitsOptions): Generator<SearchHit> {
  for (const [note, one] of notes) {
    const row = rowOf(note)
    // It may have gone since the legs were read.
    if (row !== undefined) yield noteHit(row, { ...one, words })
  }
}
