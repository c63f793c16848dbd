import { notePathOf } from '../rows/note-rows.ts'

/** Which texts an update embeds that must not take long. */
export type EmbedOnly = {
  /** Paths of notes all of whose texts are embedded. */
  readonly notes: readonly string[]
  /** How many texts of other notes at the most. */
  readonly others: number
}

/** The rows to embed, those of the notes that were named first. Session memories are no notes, and all are chosen. */
export function chosenRows(ids: readonly string[], { notes, others }: EmbedOnly): readonly string[] {
  const named = new Set(notes)
  const isNamed = (id: string): boolean => {
    const path = notePathOf(id)
    return path === undefined || named.has(path)
  }
  return [...ids.filter(isNamed), ...ids.filter((id) => !isNamed(id)).slice(0, others)]
}
