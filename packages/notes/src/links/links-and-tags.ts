import { bracketTags, inlineTags } from '../head/note-tags.ts'
import type { Note } from '../note.ts'
import type { TextLines } from '../structure/text-lines.ts'
import { type TextStructure, maskRanges } from '../structure/text-structure.ts'
import { markdownLinks } from './markdown-links.ts'
import { maskWikiLinks, wikiLinks } from './wiki-links.ts'

/** Links and tags of a Markdown text, by line. `body`: without front matter. */
export function linksAndTags(
  body: string,
  { structure, lines }: { structure: TextStructure; lines: TextLines },
): Pick<Note, 'links' | 'tags'> {
  const masked = maskRanges(body, structure.opaque)
  const links = [...wikiLinks(masked, lines), ...markdownLinks(structure.destinations, lines)]
  return {
    links: links.toSorted((a, b) => a.line - b.line),
    tags: [...inlineTags(maskWikiLinks(masked)), ...bracketTags(masked)],
  }
}

/** The lines of a text for offsets that are counted from a place in it. */
export function linesFrom(lines: TextLines, start: number): TextLines {
  return { count: lines.count, lineAt: (offset) => lines.lineAt(start + offset) }
}
