import { oneLine } from '@datacortex/content'
import { decodedUri } from '@datacortex/platform'

export type NoteLinkTarget = {
  readonly path: string
  readonly title: string
}

/** A link to a note, by its whole path, so that it leads to that one only. */
export function wikiLink({ path, title }: NoteLinkTarget): string {
  // Other programs take angle brackets for HTML, and what stands between two of these signs for a comment.
  const label = oneLine(title)
    .replaceAll(/[[\]|<>]|%(?=%)/g, ' ')
    .trim()
  const target = path.replace(/\.md$/i, '')
  if (unlinkable.test(target)) return `[${label === '' ? addressOf(target) : label}](${addressOf(path)})`
  return label === '' ? `[[${target}]]` : `[[${target}|${label}]]`
}

/** Signs that mean something in a wiki-link. */
const unlinkable = /[[\]|#^]/

function addressOf(path: string): string {
  return encodeURI(path).replaceAll(/[#()[\]]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Each note once, where it comes first. */
export function uniquePaths<T extends NoteLinkTarget>(notes: readonly T[]): readonly T[] {
  return [...new Map(notes.map((note) => [note.path, note])).values()]
}

/** Whether a note is none of the others. */
export function isNot(others: readonly NoteLinkTarget[]): (note: NoteLinkTarget) => boolean {
  return ({ path }) => others.every((other) => other.path !== path)
}

/** Whether a text has a link to a note, as {@link wikiLink} writes it. */
export function linksTo(text: string, { path }: NoteLinkTarget): boolean {
  const target = path.replace(/\.md$/i, '')
  if (unlinkable.test(target)) return text.includes(`](${addressOf(path)})`)
  return text.includes(`[[${target}|`) || text.includes(`[[${target}]]`)
}

/** The notes that a text links to, as {@link wikiLink} writes it. Paths are relative to the space. */
export function linkedPaths(text: string): readonly string[] {
  const links = text.matchAll(/\[\[([^[\]|#^\n]{1,1000})(?:\|[^\]\n]*)?\]\]|\]\(([^()\s]{1,3000})\)/g)
  return [...links].flatMap(([, target, address]) =>
    // Somebody may have written a link of their own.
    target === undefined
      ? (decodedUri(address ?? '') ?? [])
      : [/\.(?:org|markdown)$/i.test(target) ? target : `${target}.md`],
  )
}
