import { mostHeadings, mostHiddenRanges, mostLinks } from '../files/note-limits.ts'
import { normaliseNoteTag } from '../head/note-tags.ts'
import type { NoteLink } from '../note.ts'
import type { TextLines } from './text-lines.ts'
import { type Heading, type TextRange, rangesOf } from './text-structure.ts'

/** The structure of an org file, which is read as text: no state, no schedule, no table is understood. */
export function readOrg(text: string) {
  const headings: Heading[] = []
  const tags: string[] = []
  for (const { index, 0: line, 1: stars = '', 2: rest = '' } of text.matchAll(/^(\*+)[ \t]+(\S[^\n]*)$/gm)) {
    if (headings.length >= mostHeadings) break
    const tagged = /(?:^|[ \t]):([\p{L}\p{M}\p{N}_@#%:]+):[ \t\r]*$/u.exec(rest.slice(0, 1000))
    headings.push({
      depth: stars.length,
      text: rest.slice(0, tagged?.index).trim().slice(0, 300),
      start: index,
      end: index + line.length,
    })
    tags.push(...splitTags(tagged?.[1]))
  }
  // `#+title:` and the like, with names in lower case.
  const keywords = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/^#\+([A-Za-z_]+):[ \t]*([^\n]*)$/gm))
    keywords.set(name.toLowerCase(), value.trim())
  const drawers = rangesOf(text, /^[ \t]*:PROPERTIES:[ \t\r]*\n(?:[ \t]*:[^\n]*\n){0,200}?[ \t]*:END:[ \t\r]*$/gim)
  const ids = drawers.flatMap(({ start, end }) => /^[ \t]*:ID:[ \t]*(\S+)/im.exec(text.slice(start, end))?.[1] ?? [])
  return {
    headings,
    /** Code, comments and drawers, in order. */
    hidden: [...opaqueRanges(text), ...drawers].toSorted((a, b) => a.start - b.start),
    drawers,
    tags: [...splitTags(keywords.get('filetags')), ...tags],
    ids,
    keywords,
  }
}

/** `[[file:x.org::*Heading][label]]`, `[[id:…]]`, `[[wiki]]`: links of a masked org text, with the offsets of addresses. */
export function placedOrgLinks(masked: string, lines: TextLines) {
  const links: { readonly link: NoteLink; readonly address: string; readonly start: number }[] = []
  for (const match of masked.matchAll(/\[\[([^[\]\n]{1,2000})\](?:\[([^[\]\n]{0,2000})\])?\]/g)) {
    if (links.length > mostLinks) break
    const [, address = '', label = ''] = match
    const [path = '', place = ''] = address.replace(/^file:/i, '').split('::')
    if (/^[a-z][a-z\d+.-]*:/i.test(path) && !/^id:/i.test(path)) continue
    const inFile = path.startsWith('*') || path.startsWith('#')
    const heading = (inFile ? path : place).replace(/^[*#]/, '')
    const link: NoteLink = {
      target: inFile ? '' : path.trim(),
      ...(heading === '' ? {} : { heading }),
      ...(label === '' ? {} : { alias: label }),
      embed: false,
      syntax: 'org',
      line: lines.lineAt(match.index),
    }
    links.push({ link, address, start: match.index + 2 })
  }
  return links
}

function splitTags(tags: string | undefined): readonly string[] {
  return (tags ?? '').split(/[:\s]+/).flatMap(normaliseNoteTag)
}

/** Blocks of code and lines of comment; a block that is never closed hides nothing. */
function opaqueRanges(text: string): readonly TextRange[] {
  const found: TextRange[] = []
  let block: { readonly kind: string; readonly start: number; readonly comments: number } | undefined
  for (const match of text.matchAll(/^[ \t]*#(?: [^\n]*|\+(begin|end)_(src|example|comment|export)\b)/gim)) {
    if (found.length > mostHiddenRanges) break
    const end = match.index + match[0].length
    const kind = match[2]?.toLowerCase()
    if (kind === undefined) found.push({ start: match.index, end })
    else if (match[1]?.toLowerCase() === 'begin') block ??= { kind, start: match.index, comments: found.length }
    else if (block?.kind === kind) {
      found.splice(block.comments, Infinity, { start: block.start, end })
      block = undefined
    }
  }
  return found
}
