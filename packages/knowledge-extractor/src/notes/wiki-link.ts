import { oneLine } from '@datacortex/content'

/** A note to link to. */
export type NoteLinkTarget = {
  /** Relative to the space. */
  readonly path: string
  readonly title: string
}

/**
 * A link to a note, by its whole path, so that it leads to that one only.
 *
 * @example wikiLink({ path: '0-personal/a/tides.md', title: 'Tides' }) // '[[0-personal/a/tides|Tides]]'
 */
export function wikiLink({ path, title }: NoteLinkTarget): string {
  const target = path.replace(/\.md$/i, '').replaceAll(/[[\]|#^]/g, ' ')
  const label = oneLine(title)
    .replaceAll(/[[\]|]/g, ' ')
    .trim()
  return label === '' ? `[[${target}]]` : `[[${target}|${label}]]`
}

/** Each note once, where it comes first. */
export function uniquePaths<T extends NoteLinkTarget>(notes: readonly T[]): readonly T[] {
  return [...new Map(notes.map((note) => [note.path, note])).values()]
}

/** Whether a note is none of the others. */
export function isNot(others: readonly NoteLinkTarget[]): (note: NoteLinkTarget) => boolean {
  return ({ path }) => others.every((other) => other.path !== path)
}
