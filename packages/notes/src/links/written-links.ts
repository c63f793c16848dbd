import { readFrontMatter } from '../head/front-matter.ts'
import { readNoteFields } from '../head/note-fields.ts'
import { whyUnusual } from '../files/why-unusual.ts'
import { ownBody } from '../structure/own-body.ts'
import { readMarkdown } from '../structure/read-markdown.ts'
import { placedOrgLinks, readOrg } from '../structure/read-org.ts'
import { scanMarkdown } from '../structure/scan-markdown.ts'
import { type TextLines, linesFrom, textLines } from '../structure/text-lines.ts'
import { type MarkdownLink, type TextRange, maskRanges } from '../structure/text-structure.ts'
import type { ResolvableLink } from './link-resolver.ts'
import { decodedPath, spelledAddress } from './link-address.ts'
import { markdownLinks } from './markdown-links.ts'
import { type PlacedWikiLink, placedWikiLinks } from './wiki-links.ts'

/** A link with the place of what names the other note in it: neither heading nor label, brackets or mark. */
export type WrittenLink = TextRange & {
  readonly link: ResolvableLink
  readonly line: number
  /** Name or path of the other note, decoded. */
  readonly target: string
  readonly isOther: boolean
  /** How another target stands in this place; undefined if nothing there can mean it. */
  readonly spell: (target: string) => string | undefined
  /** The same link with another target. */
  readonly to: (target: string) => ResolvableLink
}

/**
 * The links of a note with their places, to be written anew; in front matter also those without quotes.
 * @param options - `labelFirst`: whether links are written `[[label|target]]` here.
 */
export function writtenLinks(text: string, { path, labelFirst }: { path: string; labelFirst: boolean }) {
  const lines = textLines(text)
  if (/\.org$/i.test(path)) return orgWritten(text, lines)
  const { fields, bodyStart } = readFrontMatter(text, path)
  const head = text.slice(0, bodyStart)
  const body = ownBody(text.slice(bodyStart), readNoteFields(fields).type)
  const structure = whyUnusual(body) ? scanMarkdown(body) : readMarkdown(body)
  const inBody = linesFrom(lines, bodyStart)
  return [
    ...placedWikiLinks(head, lines).map((placed) =>
      wikiWritten(placed, { labelFirst, spell: yamlSpelling(head, placed) }),
    ),
    ...placedWikiLinks(maskRanges(body, structure.opaque), inBody).map((placed) =>
      moved(wikiWritten(placed, { labelFirst, spell: wikiSpelling }), bodyStart),
    ),
    ...structure.destinations.flatMap((one) => markdownWritten(one, inBody)).map((one) => moved(one, bodyStart)),
  ].toSorted((one, other) => one.start - other.start)
}

function moved(link: WrittenLink, by: number): WrittenLink {
  return { ...link, start: link.start + by, end: link.end + by }
}

type WikiOptions = { readonly labelFirst: boolean; readonly spell: WrittenLink['spell'] }

function wikiWritten({ link, inner, start }: PlacedWikiLink, { labelFirst, spell }: WikiOptions): WrittenLink {
  const bar = inner.search(/\\?\|/)
  const isSecond = labelFirst && bar !== -1 && link.alias !== undefined
  const from = isSecond ? inner.indexOf('|', bar) + 1 : 0
  const whole = inner.slice(from, isSecond || bar === -1 ? inner.length : bar)
  const named = whole.split('#', 1)[0] ?? ''
  const target = named.trim().replace(/^dendron:\/\/[^/]*\//i, '')
  const at = start + from + named.trimEnd().length - target.length
  const to = (other: string): ResolvableLink =>
    isSecond ? { ...link, alias: other } : { target: other, alias: link.alias, syntax: 'wiki' }
  return { link, line: link.line, target, isOther: false, start: at, end: at + target.length, spell, to }
}

/** Signs that end the name of a note in a link. */
function wikiSpelling(target: string): string | undefined {
  return /[#|[\]\n\\]/.test(target) ? undefined : target
}

/** Between single quotes one is written twice. */
function yamlSpelling(head: string, { start }: PlacedWikiLink): WrittenLink['spell'] {
  const before = head.slice(head.lastIndexOf('\n', start) + 1, start)
  const isQuoted = /(?:^|[\s[{,:-])'(?:[^']|'')*$/.test(before) && !/"[^"]*$/.test(before)
  return (target) => (isQuoted ? wikiSpelling(target)?.replaceAll("'", "''") : wikiSpelling(target))
}

function markdownWritten(one: MarkdownLink, lines: TextLines): readonly WrittenLink[] {
  const { url, destination } = one
  if (destination === undefined || /^(?:[a-z][a-z\d+.-]*:|\/\/|\?)/i.test(url)) return []
  const [note] = markdownLinks([one], lines)
  const target = note?.target ?? decodedPath(url)
  const link: ResolvableLink = { target, syntax: 'markdown' }
  return [
    {
      link,
      line: lines.lineAt(one.start),
      target,
      isOther: note === undefined,
      ...destination,
      spell: (other) => spelledAddress(other, one),
      to: (other) => ({ ...link, target: other }),
    },
  ]
}

function orgWritten(text: string, lines: TextLines): readonly WrittenLink[] {
  return placedOrgLinks(maskRanges(text, readOrg(text).hidden), lines).flatMap(({ link, address, start }) => {
    if (link.target === '') return []
    const at = start + address.indexOf(link.target, /^file:/i.test(address) ? 'file:'.length : 0)
    return {
      link,
      line: link.line,
      target: link.target,
      isOther: false,
      start: at,
      end: at + link.target.length,
      spell: (other: string) => (/[[\]\n]|::/.test(other) ? undefined : other),
      to: (other: string) => ({ ...link, target: other }),
    }
  })
}
