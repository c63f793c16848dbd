import type { SearchHit } from '@datacortex/memory'
import type { copiedNote } from '@datacortex/notes'

/** A hit, the copies of its note that conflicts of synchronisation left, or the note that it is a copy of. */
export type FoldedHit = SearchHit & {
  readonly copies?: readonly string[] | undefined
  readonly copy_of?: string | undefined
}

/** The hits with copies of a note, such as `Bees (conflicted copy).md`, in that of the note where it was found too. */
export function withoutCopies(hits: readonly SearchHit[], originalOf: typeof copiedNote): readonly FoldedHit[] {
  const byPath = new Map(hits.map((hit) => [hit.path, hit]))
  const copies = new Map<string, string[]>()
  const others = hits.flatMap((hit): readonly FoldedHit[] => {
    const copied = hit.path === undefined ? undefined : originalOf(hit.path)
    if (hit.path === undefined || copied === undefined) return [hit]
    const note = byPath.get(copied.path)
    if (note === undefined) return [copied.isSaid ? { ...hit, copy_of: copied.path } : hit]
    if (!copied.isSaid && note.title !== hit.title && note.snippet !== hit.snippet) return [hit]
    copies.set(copied.path, [...(copies.get(copied.path) ?? []), hit.path])
    return []
  })
  return others.map((hit) => {
    const some = copies.get(hit.path ?? '')
    return some === undefined ? hit : { ...hit, copies: some.toSorted() }
  })
}
