import { splitLines } from '../structure/text-lines.ts'

/** A part of a long note that is shown at once: whole lines, without an open block of code. */
export type NotePart = {
  readonly text: string
  /** Its first line, from 1. */
  readonly start: number
  /** Its last one. */
  readonly end: number
  /** Where the next part begins; absent at the end. */
  readonly next?: number | undefined
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
    if (count >= most && fence === undefined && (line.trim() === '' || /^#{1,6}\s/.test(line))) break
    const mark = /^ {0,3}(`{3,}|~{3,}|\$\$)/.exec(line)?.[1]
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) === true) fence = undefined
    size += line.length + 1
    end += 1
  }
  const part = { text: lines.slice(start - 1, end).join('\n'), start, end }
  return end < lines.length ? { ...part, next: end + 1 } : part
}

const mostCharacters = 200_000
