import { type GraphNote, foldNoteTag, tagsAbove } from '@datacortex/notes'
import { withoutEnd } from '@datacortex/text'
import type { Filter } from '@datacortex/vector-store'

export type NoteFilter = {
  readonly types?: readonly string[] | undefined
  /** All of these tags, written in any way: `bees`, `#Bees`, `:bees:`. A nested one counts as those above it: `bees/wild`. */
  readonly tags?: readonly string[] | undefined
  readonly spaces?: readonly string[] | undefined
  /** Only what lies in it or below, relative to the root; memories lie in none. */
  readonly folder?: string | undefined
  /** `YYYY-MM-DD`, inclusive; notes without a date don't match. */
  readonly from?: string | undefined
  /** `YYYY-MM-DD`, inclusive; notes without a date don't match. */
  readonly to?: string | undefined
}

export type FilteredNote = Pick<GraphNote, 'type' | 'tags' | 'space' | 'date'> & { readonly path?: string | undefined }

export function rowConditions({ types, tags, spaces, folder, from, to }: NoteFilter): Filter {
  return [
    ...(types === undefined ? [] : [{ field: 'type', oneOf: types }]),
    ...(tags ?? []).map((tag) => ({ field: 'tags', contains: wantedTag(tag) })),
    ...(spaces === undefined ? [] : [{ field: 'space', oneOf: spaces }]),
    // The sign behind `/` is `0`.
    ...(folder === undefined ? [] : [{ field: 'path', from: `${folder}/`, to: `${folder}0` }]),
    ...(from === undefined && to === undefined ? [] : [{ field: 'date', from, to }]),
  ]
}

/**
 * Whether a note satisfies a filter, by the same rules as {@link rowConditions}.
 * @example matchesNote(note, { types: ['zettel'] })
 */
export function matchesNote(note: FilteredNote, { types, tags, spaces, folder, from, to }: NoteFilter): boolean {
  if (types !== undefined && !types.includes(note.type)) return false
  if (tags !== undefined && !tags.every((tag) => isTagged(note, wantedTag(tag)))) return false
  if (spaces !== undefined && !spaces.includes(note.space)) return false
  if (folder !== undefined && note.path?.startsWith(`${folder}/`) !== true) return false
  if (from === undefined && to === undefined) return true
  return note.date !== undefined && (from === undefined || note.date >= from) && (to === undefined || note.date <= to)
}

/** By the tags that `rowTags` gives the rows. */
function isTagged({ tags }: Pick<FilteredNote, 'tags'>, wanted: string): boolean {
  return tags.includes(wanted) || tags.some((tag) => tagsAbove(tag).includes(wanted))
}

/** As notes keep their tags; what can't be a tag, no note has. */
function wantedTag(written: string): string {
  return foldNoteTag(withoutEnd(written.trim().replace(/^[\s:]+/, ''), ': '))
}
