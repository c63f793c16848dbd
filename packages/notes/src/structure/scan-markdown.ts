import { mostHeadings, mostHiddenRanges, mostLinks } from '../files/note-limits.ts'
import type { Heading, MarkdownLink, TextRange, TextStructure } from './text-structure.ts'
import { maskRanges, rangesOf } from './text-structure.ts'

/** The structure of a text too contrived for a parser, line by line; underlined headings and such are not seen. */
export function scanMarkdown(text: string): TextStructure {
  const headings: Heading[] = []
  const opaque: TextRange[] = []
  const destinations: MarkdownLink[] = []
  let block: OpenBlock | undefined
  for (let start = 0; start < text.length;) {
    const lineEnd = text.indexOf('\n', start)
    const end = lineEnd === -1 ? text.length : lineEnd
    const line = text.slice(start, Math.min(end, start + longestLine))
    if (block !== undefined) {
      if (block.closes(line)) {
        opaque.push({ start: block.start, end })
        block = undefined
      }
    } else {
      block = openBlock(line, start)
      if (block === undefined) readLine(line, start, { headings, opaque, destinations })
    }
    start = end + 1
  }
  if (block !== undefined) opaque.push({ start: block.start, end: text.length })
  return { headings, opaque, destinations }
}

/** Links and code behind this many characters of one line are not looked for. */
const longestLine = 100_000

type OpenBlock = { readonly start: number; closes(line: string): boolean }

function openBlock(line: string, start: number): OpenBlock | undefined {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
  if (fence !== undefined && !(fence.startsWith('`') && line.slice(line.indexOf(fence) + fence.length).includes('`')))
    return { start, closes: (next) => isFenceEnd(next, fence) }
  const comment = line.lastIndexOf('<!--')
  if (comment !== -1 && !line.includes('-->', comment))
    return { start: start + comment, closes: (next) => next.includes('-->') }
  return undefined
}

function isFenceEnd(line: string, fence: string): boolean {
  const trimmed = line.trim()
  return trimmed.length >= fence.length && trimmed.replaceAll(fence.charAt(0), '') === ''
}

function readLine(
  line: string,
  start: number,
  found: { readonly headings: Heading[]; readonly opaque: TextRange[]; readonly destinations: MarkdownLink[] },
): void {
  const heading = /^ {0,3}(#{1,6})[ \t]+(\S[^\n]*)$/.exec(line)
  if (heading?.[1] !== undefined && heading[2] !== undefined && found.headings.length < mostHeadings) {
    const words = heading[2]
      .slice(0, 300)
      .trimEnd()
      .replace(/[ \t]+#+$/, '')
    found.headings.push({ depth: heading[1].length, text: words, start, end: start + line.length })
  }
  const hidden = found.opaque.length < mostHiddenRanges && /[`<]/.test(line) ? hiddenRanges(line) : []
  for (const range of hidden) found.opaque.push({ start: start + range.start, end: start + range.end })
  if (found.destinations.length > mostLinks || !line.includes('](')) return
  const shown = maskRanges(line, hidden)
  for (const link of line.matchAll(/(!?)\[([^[\]]{0,500})\]\((?:<([^<>]{1,2000})>|([^\s()]{1,2000}))/g)) {
    // `list[0](x)` in code is a call.
    if (shown[link.index] === ' ') continue
    const url = link[3] ?? link[4] ?? ''
    const end = start + link.index + link[0].length - (link[3] === undefined ? 0 : 1)
    found.destinations.push({
      url,
      text: link[2] ?? '',
      embed: link[1] === '!',
      start: start + link.index,
      destination: { start: end - url.length, end },
      ...(link[3] === undefined ? {} : { isBracketed: true as const }),
    })
  }
}

/** Code between runs of as many backticks, and comments. */
function hiddenRanges(line: string): readonly TextRange[] {
  const open = new Map<number, number>()
  const code: TextRange[] = []
  for (const { index, 0: run } of line.matchAll(/`+/g)) {
    const start = open.get(run.length)
    if (start === undefined) open.set(run.length, index)
    else {
      code.push({ start, end: index + run.length })
      open.clear()
    }
  }
  return [...rangesOf(line, /<!--.*?-->/g), ...code].sort((a, b) => a.start - b.start)
}
