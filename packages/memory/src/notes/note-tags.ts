import { mostTags } from './note-limits.ts'

/** `#tags` of a text whose code, comments and links are masked. */
export function inlineTags(masked: string): readonly string[] {
  if (!masked.includes('#')) return []
  const tags = new Set<string>()
  for (const [, name = ''] of masked.matchAll(tag)) {
    for (const normalised of normaliseNoteTag(name)) tags.add(normalised)
    if (tags.size > mostTags) break
  }
  return [...tags]
}

// As in Obsidian: letters, digits, `_`, `-`, `/` and emoji, after a space, a line start or an opening bracket.
const tag = /(?<=^|[\s,;]|(?<!\])\()#((?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_/-]|\u200D|\uFE0F)+)/gmu

/**
 * One way to write a tag: normal form C, lower case, no `#`, no `/` at an end.
 *
 * @returns One tag, or none for a number or nothing.
 */
export function normaliseNoteTag(name: string): readonly string[] {
  const tag = name
    .normalize('NFC')
    .toLowerCase()
    .trim()
    .replaceAll(/^[#/]+|\/+$/g, '')
  return /^[\p{N}_/-]*$/u.test(tag) ? [] : [tag]
}
