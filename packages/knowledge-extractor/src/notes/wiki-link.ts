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
