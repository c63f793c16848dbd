import { splitLines } from '../structure/text-lines.ts'
import { isCalloutHead } from './note-syntax.ts'

/** A part of a long note that is shown at once: whole lines, without an open block of code. */
export type NotePart = {
  readonly text: string
  /** Its first line, from 1. */
  readonly start: number
  /** Its last one. */
  readonly end: number
  /** Where the next part begins; absent at the end. */
  readonly next?: number | undefined
  /** The line by which a callout begins that goes on in this part. */
  readonly callout?: string | undefined
}

/**
 * The part of a note that begins in a line.
 * @param options - `from`: its first line, from 1; `most`: how many lines, after which it ends where a block does.
 * @example notePart('# A\n\ntext', { from: 1, most: 400 }).end // 3
 */
export function notePart(text: string, { from, most }: { readonly from: number; readonly most: number }): NotePart {
  const lines = splitLines(text)
  const start = Math.min(Math.max(from, 1), lines.length)
  let fence: string | undefined
  let size = 0
  let end = start - 1
  while (end < lines.length) {
    const line = lines[end] ?? ''
    const count = end - start + 1
    // What never closes ends somewhere all the same.
    if (count >= most * 3 || (count > 0 && size + line.length > mostCharacters)) break
    if (isQuoted(lines[end - 1]) && !isQuoted(line)) fence = undefined
    if (count >= most && fence === undefined && /^ {0,3}>?[ \t]*$|^#{1,6}\s/.test(line)) break
    const mark = /^ {0,3}(?:> ?)?(`{3,}|~{3,}|\$\$)/.exec(line)?.[1]
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) === true) fence = undefined
    size += line.length + 1
    end += 1
  }
  const part = { text: lines.slice(start - 1, end).join('\n'), start, end, callout: calloutAround(lines, start) }
  return end < lines.length ? { ...part, next: end + 1 } : part
}

const mostCharacters = 200_000

function calloutAround(lines: readonly string[], line: number): string | undefined {
  let head = line - 1
  while (head > 0 && isQuoted(lines[head]) && isQuoted(lines[head - 1])) head -= 1
  const found = lines[head]
  return head < line - 1 && found !== undefined && isCalloutHead(found) ? found : undefined
}

function isQuoted(line = ''): boolean {
  return /^ {0,3}>/.test(line)
}
