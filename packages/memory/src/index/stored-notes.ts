import type { Collection } from '@datacortex/vector-store'
import { notePathOf } from '../rows/note-rows.ts'

/** Ids of the rows of each note that are really in the collection, by path. */
export type StoredNotes = ReadonlyMap<string, readonly string[]>

export async function storedNotes(chunks: Collection): Promise<StoredNotes> {
  const [embedded, pending] = await Promise.all([chunks.hashes(), chunks.pending()])
  const stored = new Map<string, string[]>()
  // A row may get its vector between the two questions and be in neither or both answers.
  for (const id of new Set([...embedded.keys(), ...pending.keys()])) {
    const path = notePathOf(id)
    if (path === undefined) continue
    const ids = stored.get(path)
    if (ids === undefined) stored.set(path, [id])
    else ids.push(id)
  }
  return stored
}
