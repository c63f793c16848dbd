import { contentWords } from './content-words.ts'
import { type Reached, byScore } from './follow-links.ts'
import { namingScore } from './naming-score.ts'
import { type WordedText, wordingScore } from './wording-score.ts'

export type FoundNote = readonly [note: string, found: Reached]

export type RereadNotesOptions = {
  readonly query: string
  /** The row that stands for a note; undefined if it has gone. */
  readonly textOf: (note: string) => WordedText | undefined
  /** Notes that the query calls by name or day, which are read wherever they stand, and what its day adds to them. */
  readonly called?: ReadonlyMap<string, { readonly forDate: number }> | undefined
}

/**
 * Reads the texts of the best notes and orders those anew by their wording and their names, which no index of words knows.
 *
 * Always the same number is read, so that more hits never change the order of the first ones.
 * @param options - The query, texts of at least the first {@link mostReread} notes.
 * @example rereadNotes(found, { query, textOf: (note) => texts.get(note) })
 */
export function rereadNotes(
  found: readonly FoundNote[],
  { query, textOf, called }: RereadNotesOptions,
): readonly FoundNote[] {
  const words = contentWords(query)
  const reread = found.map(([note, one], place): FoundNote => {
    if (place >= mostReread && called?.has(note) !== true) return [note, one]
    const text = textOf(note) ?? gone
    const more = wordingScore(text, words) + namingScore(text, query) + (called?.get(note)?.forDate ?? 0)
    return [note, { ...one, score: one.score + more }]
  })
  return reread.toSorted(byScore)
}

/** Notes whose texts are read; 10 to 40 differ little. */
export const mostReread = 20

const gone: WordedText = { text: '', isHeaded: false }
