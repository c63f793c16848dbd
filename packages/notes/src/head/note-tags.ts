import { withoutEnd } from '@datacortex/text'
import { longestTag, mostRepeatedTags, mostTags } from '../files/note-limits.ts'

/** `#tags` of a text whose code, comments and links are masked. */
export function inlineTags(masked: string): readonly string[] {
  return masked.includes('#') ? tagsBy(tag, masked) : []
}

// As in Obsidian: letters, digits, `_`, `-`, `/` and emoji, after a space, a line start or an opening bracket.
const tag = /(?<=^|[\s,;]|(?<!\])\()#((?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_/-]|\u200D|\uFE0F)+)/gmu

/** `#[[tags of several words]]` of a text whose code and comments are masked, as in Logseq. */
export function bracketTags(masked: string): readonly string[] {
  return masked.includes('#[[') ? tagsBy(bracketTag, masked) : []
}

const bracketTag = /(?<=^|[\s,;]|(?<!\])\()#\[\[([^[\]\n#|]{1,200})\]\]/gm

function tagsBy(pattern: RegExp, masked: string): readonly string[] {
  const tags = new Set<string>()
  for (const [, name = ''] of masked.matchAll(pattern)) {
    for (const normalised of normaliseNoteTag(name.replaceAll(/\s+/g, ' '))) tags.add(normalised)
    if (tags.size > mostTags) break
  }
  return [...tags]
}

/**
 * One way to write a tag: normal form C, lower case, no `#`, no `/` at an end.
 * @example normaliseNoteTag('#Insects/Bees/') // ['insects/bees']
 */
export function normaliseNoteTag(name: string): readonly string[] {
  const tag = foldNoteTag(name)
  return tag.length > longestTag || /^[\p{N}_/-]*$/u.test(tag) ? [] : [tag]
}

/**
 * As {@link normaliseNoteTag}, for what may be no tag by itself: the `2026` of `2026/plans`.
 * @example foldNoteTag('#2026') // '2026'
 */
export function foldNoteTag(name: string): string {
  // The small letter of İ is an i with a second dot, which nobody types.
  const folded = name.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i').trim()
  return withoutEnd(folded.replace(/^[#/]+/, ''), '/')
}

/** Nobody nests deeper, and a text of many thousand slashes is not worth as many tags. */
const mostLevels = 10

/**
 * The tags that a nested one lies under, outermost first: `a` and `a/b` of `a/b/c`.
 * @example tagsAbove('a/b/c') // ['a', 'a/b']
 */
export function tagsAbove(tag: string): readonly string[] {
  const above: string[] = []
  for (let at = tag.indexOf('/'); at !== -1 && above.length < mostLevels; at = tag.indexOf('/', at + 1))
    if ((tag[at - 1] ?? '/') !== '/') above.push(tag.slice(0, at))
  return above
}

/** Each tag of a note once, as many as its chunks can be stored with. */
export function keptTags(tags: readonly string[], chunks: number): readonly string[] {
  const each = [...new Set(tags)].slice(0, mostTags)
  let repeated = 0
  const end = each.findIndex((tag) => (repeated += (1 + tagsAbove(tag).length) * chunks) > mostRepeatedTags)
  return end === -1 ? each : each.slice(0, end)
}
