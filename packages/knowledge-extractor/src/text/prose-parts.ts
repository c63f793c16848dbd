import type { TextSpan } from './text-span.ts'

/** The stretches of a Markdown text that hold sentences: paragraphs, items of lists, quotations. */
export function proseParts(text: string): readonly TextSpan[] {
  const parts: TextSpan[] = []
  let open: { start: number; end: number } | undefined
  let fence: string | undefined
  let wasQuoted = false
  let isTask = false
  const close = (): void => {
    if (open !== undefined) parts.push({ text: text.slice(open.start, open.end), ...open })
    open = undefined
  }
  for (const line of lines(text)) {
    const trimmed = line.text.trim()
    const mark = fenceMark.exec(trimmed)?.[1]
    if (fence !== undefined) {
      if (mark !== undefined && mark.startsWith(fence) && trimmed === mark) fence = undefined
    } else if (mark !== undefined) {
      close()
      fence = mark
      isTask = false
    } else if (trimmed === '' || noProse.test(trimmed) || calloutTitle.test(trimmed) || isRule(trimmed)) {
      close()
      isTask = false
    } else {
      const lead = leadingMarks.exec(line.text)?.[0].length ?? 0
      const isQuoted = trimmed.startsWith('>')
      if (listMark.test(line.text) || isQuoted !== wasQuoted) {
        close()
        isTask = taskBox.test(line.text)
      } else if (!indented.test(line.text)) isTask = false
      wasQuoted = isQuoted
      // What is to be done is read as tasks, and the indented lines that one is wrapped to belong to it.
      if (isTask) continue
      const end = line.start + line.text.trimEnd().length
      if (open === undefined) open = { start: line.start + lead, end }
      else open.end = end
    }
  }
  close()
  return parts.filter(({ start, end }) => end > start)
}

const fenceMark = /^(`{3,}|~{3,})/
const listMark = /^[ \t>]{0,40}(?:[-*+•]|\d{1,4}[.)])[ \t]/
const taskBox = /^[ \t>]{0,40}(?:[-*+•]|\d{1,4}[.)])[ \t]{1,20}\[[ xX-]\](?:\s|$)/
const indented = /^(?:[ \t]|(?:> ?){0,20}> {2})/
const leadingMarks = /^(?:[ \t]|>|(?:[-*+•]|\d{1,4}[.)])[ \t]){0,40}/
/** `> [!info]- Title`, as Obsidian and GitHub have it. */
const calloutTitle = /^(?:>[ \t]{0,3}){1,20}\[![\p{L}\p{N}][^\]\n]{0,99}\](?:[+-]|\s|$)/u

/** Headings and tables. */
const noProse = /^(?:#{1,6}(?:\s|$)|\|)/

/** No pattern repeats here: one that does can run out of stack on a line of millions of signs. */
function isRule(trimmed: string): boolean {
  const [, , third] = trimmed.matchAll(/[-*_=]/g)
  return third !== undefined && !/[^-*_= \t]/.test(trimmed)
}

function* lines(text: string): Generator<{ readonly text: string; readonly start: number }> {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    yield { text: text.slice(start, end), start }
    start = end + 1
  }
}
