import { tagsAbove } from '@datacortex/notes'

/** Stands behind the tags as they are written; no tag is written like this. */
const divider = '/'

/** Tags as a row keeps them: as written, then those above nested ones, so that one look-up of `a` finds `a/b` too. */
export function rowTags(tags: readonly string[]): readonly string[] {
  const above = new Set(tags.flatMap(tagsAbove)).difference(new Set(tags))
  return above.size === 0 ? tags : [...tags, divider, ...above]
}

/** The tags as they are written. */
export function writtenTags(tags: readonly string[]): readonly string[] {
  const end = tags.indexOf(divider)
  return end === -1 ? tags : tags.slice(0, end)
}
