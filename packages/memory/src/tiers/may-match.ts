import { type NoteLocations, noteHead, notePlace } from '@datacortex/notes'
import { type NoteFilter, matchesNote } from '../index/note-filter.ts'

/** Whether a note may satisfy a filter, as far as its path tells. */
export function mayLieIn(path: string, { spaces }: NoteFilter): boolean {
  return spaces === undefined || spaces.includes(notePlace(path).space)
}

/** Whether a note may satisfy a filter, as far as is seen without parsing, which takes a hundred times as long. */
export function mayMatch(
  {
    path,
    text,
    searched,
    locations,
  }: {
    readonly path: string
    readonly text: string
    readonly searched: string
    readonly locations?: NoteLocations | undefined
  },
  filter: NoteFilter,
): boolean {
  const { types, tags = [], from, to } = filter
  if (!tags.every((tag) => mayBeTagged(searched, tag))) return false
  if (types === undefined && from === undefined && to === undefined) return true
  return matchesNote({ ...noteHead(text, { path, locations }), tags: [] }, { ...filter, tags: undefined })
}

/** A tag stands in the text, but signs and letters with accents may be written by their numbers in front matter. */
function mayBeTagged(searched: string, tag: string): boolean {
  const [plain = ''] = /[a-z0-9]+/.exec(tag.normalize('NFC').toLowerCase()) ?? []
  return searched.includes(plain)
}
