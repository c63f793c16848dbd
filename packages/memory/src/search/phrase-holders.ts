import type { Collection, Filter, StoredRow } from '@datacortex/vector-store'
import { notePathOf } from '../rows/note-rows.ts'
import { holdsPhrase, quotedPhrases } from './quoted-phrases.ts'

export type PhraseHolders = {
  readonly rows: ReadonlyMap<string, string>
  readonly unheld: readonly string[]
}

export type PhraseHoldersOptions = {
  readonly chunks: Pick<Collection, 'searchText'>
  readonly filter: Filter
  readonly rowsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, StoredRow>>
  readonly found: readonly string[]
  readonly signal?: AbortSignal | undefined
}

/** What has the quoted phrases of a query word for word: rows with most of their words are read. */
export async function phraseHolders(query: string, options: PhraseHoldersOptions): Promise<PhraseHolders> {
  const { chunks, filter, rowsOf, found, signal } = options
  const phrases = quotedPhrases(query)
  if (phrases.length === 0) return { rows: new Map(), unheld: [] }
  const ids = new Set(found)
  const asked = { limit: mostRows, literal: true, filter, select: [], signal }
  for (const phrase of phrases) for (const { id } of await chunks.searchText(phrase, asked)) ids.add(id)
  const stored = await rowsOf([...ids])
  const held = new Map<string, { readonly row: string; readonly most: number; readonly phrases: ReadonlySet<string> }>()
  for (const id of ids) {
    const text = stored.get(id)?.text
    const its = text === undefined ? [] : phrases.filter((phrase) => holdsPhrase(text, phrase))
    if (its.length === 0) continue
    const note = notePathOf(id) ?? id
    const known = held.get(note)
    const row = known === undefined || its.length > known.most ? id : known.row
    held.set(note, {
      row,
      most: Math.max(its.length, known?.most ?? 0),
      phrases: new Set([...(known?.phrases ?? []), ...its]),
    })
  }
  const whole = [...held].filter(([, one]) => one.phrases.size === phrases.length)
  return {
    rows: new Map(whole.map(([note, { row }]) => [note, row])),
    unheld: phrases.filter((phrase) => ![...held.values()].some((one) => one.phrases.has(phrase))),
  }
}

/** Rows with the words of a phrase that are read; the one that has it is among the first, unless all its words are everywhere. */
const mostRows = 1000
