import { linkAt } from './link-at.ts'

export type Stretch = { readonly text: string; readonly isCode: boolean }

// https://spec.commonmark.org/0.31.2/#fenced-code-blocks
// https://spec.commonmark.org/0.31.2/#code-spans
/** Splits Markdown into code and the rest, in one pass. Joined, the stretches are the text. */
export function codeStretches(text: string): readonly Stretch[] {
  const ranges: Range[] = []
  let fence: Fence | undefined
  let paragraph = 0
  let isTrusted = true
  for (let start = 0; start < text.length && isTrusted;) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    const line = text.slice(start, end)
    if (fence === undefined) {
      fence = openedBy(line, start)
      if (fence !== undefined || line.trim() === '') {
        for (const span of codeSpans(text, { start: paragraph, end: start })) ranges.push(span)
        paragraph = end + 1
      }
    } else if (line.trim() !== '' && indentOf(line) < fence.indent) {
      ranges.push({ start: fence.start, end: start })
      isTrusted = false
    } else if (closes(fence, line)) {
      ranges.push({ start: fence.start, end })
      fence = undefined
      paragraph = end + 1
    }
    start = end + 1
  }
  if (isTrusted && fence !== undefined) ranges.push({ start: fence.start, end: text.length })
  else if (isTrusted) for (const span of codeSpans(text, { start: paragraph, end: text.length })) ranges.push(span)
  return stretchesOf(text, ranges)
}

type Range = { readonly start: number; readonly end: number }
type Fence = { readonly mark: string; readonly indent: number; readonly start: number }

const opening = /^( {0,3}(?:(?:[-+*]|\d{1,9}[.)]) {1,4})?)(?:(`{3,})[^`]*|(~{3,}).*)$/s

function openedBy(line: string, start: number): Fence | undefined {
  const found = opening.exec(line)
  if (found === null) return undefined
  const [, lead = '', ticks, tildes] = found
  return { mark: ticks ?? tildes ?? '', indent: lead.length, start: start + lead.length }
}

function closes({ mark, indent }: Fence, line: string): boolean {
  const found = /^ *(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1]
  return found !== undefined && found.startsWith(mark) && indentOf(line) < indent + 4
}

function indentOf(line: string): number {
  const [blank = ''] = /^[ \t]*/.exec(line) ?? []
  return blank.includes('\t') ? Math.max(4, blank.length) : blank.length
}

const telling = /`+|\\[\s\S]|\]\(/g

/** Below the heads of a table. */
const delimiterRow = /^[ \t|:>-]+$/m

/** Code spans of one paragraph, as far as they are sure: on one line, not across cells of a table, not in a link. */
function codeSpans(text: string, { start, end }: Range): readonly Range[] {
  const paragraph = text.slice(start, end)
  if (!paragraph.includes('`')) return []
  const runAfter = backtickRuns(paragraph)
  const spans: Range[] = []
  const unsure = delimiterRow.test(paragraph) ? /\n|(?<!\\)\|/ : /\n/
  telling.lastIndex = 0
  for (let found = telling.exec(paragraph); found !== null; found = telling.exec(paragraph)) {
    const [mark] = found
    if (mark.startsWith('\\')) continue
    if (mark === '](') {
      const link = linkAt(paragraph, found.index)
      if (link === undefined || paragraph.slice(found.index, link.end).includes('`')) return spans
      telling.lastIndex = link.end
      continue
    }
    const close = runAfter(telling.lastIndex, mark.length)
    if (close === undefined) continue
    if (unsure.test(paragraph.slice(found.index, close))) return spans
    const last = close + mark.length
    spans.push({ start: start + found.index, end: start + last })
    telling.lastIndex = last
  }
  return spans
}

/** Finds the next run of so many backticks; asked with growing places only, so that all of it is one pass. */
function backtickRuns(paragraph: string): (place: number, length: number) => number | undefined {
  const byLength = Map.groupBy(paragraph.matchAll(/`+/g), ([run]) => run.length)
  const passed = new Map<number, number>()
  return (place, length) => {
    const runs = byLength.get(length) ?? []
    let next = passed.get(length) ?? 0
    while ((runs[next]?.index ?? Number.POSITIVE_INFINITY) < place) next += 1
    passed.set(length, next)
    return runs[next]?.index
  }
}

function stretchesOf(text: string, ranges: readonly Range[]): readonly Stretch[] {
  const stretches: Stretch[] = []
  let at = 0
  for (const { start, end } of ranges) {
    stretches.push({ text: text.slice(at, start), isCode: false }, { text: text.slice(start, end), isCode: true })
    at = end
  }
  return [...stretches, { text: text.slice(at), isCode: false }]
}
