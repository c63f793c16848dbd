import type { NoteLink } from '../note.ts'
import { mostLinks } from '../files/note-limits.ts'
import { type TextLines, textLines } from '../structure/text-lines.ts'
import { wikiLinks } from './wiki-links.ts'

/** `[[wiki-links]]` in the text values of a front matter, as properties link to other notes. */
export function frontMatterLinks(
  fields: ReadonlyMap<string, unknown>,
  { head, lines }: { head: string; lines: TextLines },
): readonly NoteLink[] {
  if (!head.includes('[[')) return []
  const links: NoteLink[] = []
  let from = 0
  for (const text of textsOf([...fields.values()])) {
    for (const link of wikiLinks(text, textLines(text))) {
      if (links.length > mostLinks) return links
      // Values come in the order of their lines; what is written with escapes stands at the last known place.
      const found = head.indexOf(`[[${link.target}`, from)
      if (found !== -1) from = found
      links.push({ ...link, line: lines.lineAt(from) })
      if (found !== -1) from = found + 2
    }
  }
  return links
}

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const item of value) yield* textsOf(item)
  else if (typeof value === 'object' && value !== null) yield* textsOf(Object.values(value))
}
