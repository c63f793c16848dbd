import type { NoteLink } from '../note.ts'
import { mostLinks } from '../files/note-limits.ts'
import type { TextLines } from '../structure/text-lines.ts'

/** `[[wiki-links]]` of a text whose code and comments are masked. */
export function wikiLinks(masked: string, lines: TextLines): readonly NoteLink[] {
  return placedWikiLinks(masked, lines).map(({ link }) => link)
}

export type PlacedWikiLink = {
  readonly link: NoteLink
  readonly inner: string
  /** Offset of what stands between its brackets. */
  readonly start: number
}

/** As {@link wikiLinks}, with their places. */
export function placedWikiLinks(masked: string, lines: TextLines): readonly PlacedWikiLink[] {
  if (!masked.includes('[[')) return []
  const links: PlacedWikiLink[] = []
  for (const match of masked.matchAll(wikiLink)) {
    if (links.length > mostLinks) break
    const [, mark = '', inner = ''] = match
    const read = readWikiLink(inner)
    if (read.target === '' && read.heading === undefined && read.block === undefined) continue
    const link: NoteLink = { ...read, embed: mark === '!', syntax: 'wiki', line: lines.lineAt(match.index) }
    links.push({ link, inner, start: match.index + mark.length + 2 })
  }
  return links
}

export function maskWikiLinks(masked: string): string {
  return masked.includes('[[') ? masked.replaceAll(wikiLink, (link) => ' '.repeat(link.length)) : masked
}

export const wikiLink = /(?<!\\)(!?)\[\[((?:[^[\]\n]|\[(?!\[)|\](?!\])){1,2000})\]\]/g

/** Reads `Target#Heading|Alias` or `Target#^block|Alias`; in tables the bar is written `\|`. */
export function readWikiLink(inner: string): Pick<NoteLink, 'target' | 'heading' | 'block' | 'alias'> {
  const bar = inner.search(/\\?\|/)
  const alias = bar === -1 ? undefined : inner.slice(inner.indexOf('|', bar) + 1).trim()
  return { ...readLinkTarget(bar === -1 ? inner : inner.slice(0, bar)), ...(alias ? { alias } : {}) }
}

/** Splits `Target#Heading` and `Target#^block`. */
export function readLinkTarget(text: string): Pick<NoteLink, 'target' | 'heading' | 'block'> {
  const hash = text.indexOf('#')
  if (hash === -1) return { target: text.trim() }
  const target = text.slice(0, hash).trim()
  const place = text.slice(hash + 1).trim()
  if (place.startsWith('^')) return { target, block: place.slice(1) }
  return place === '' ? { target } : { target, heading: place }
}
