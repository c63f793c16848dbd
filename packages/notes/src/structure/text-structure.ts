/** A heading; `start` and `end` are offsets of its line or lines. `depth` is 0 for what none of the others reaches over. */
export type Heading = {
  readonly depth: number
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Part of a text by offsets, `end` exclusive. */
export type TextRange = { readonly start: number; readonly end: number }

export type TextStructure = {
  readonly headings: readonly Heading[]
  /** Code and comments, in order: no link and no tag counts in there. */
  readonly opaque: readonly TextRange[]
  readonly destinations: readonly MarkdownLink[]
}

/** A Markdown link, with references replaced by what they are defined as. */
export type MarkdownLink = {
  readonly url: string
  readonly text: string
  readonly embed: boolean
  readonly start: number
  /** Where the address stands, without angle brackets: of a reference, in its definition. Absent if it has none. */
  readonly destination?: TextRange | undefined
  /** Whether it stands in angle brackets. */
  readonly isBracketed?: true | undefined
}

export function rangesOf(text: string, pattern: RegExp): readonly TextRange[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ start: index, end: index + found.length }))
}

/** The text with everything opaque replaced by spaces; offsets and lines stay. */
export function maskRanges(text: string, ranges: readonly TextRange[]): string {
  if (ranges.length === 0) return text
  const parts: string[] = []
  let at = 0
  for (const { start, end } of ranges) {
    if (end <= at) continue
    const from = Math.max(start, at)
    parts.push(text.slice(at, from), text.slice(from, end).replaceAll(/[^\n]/g, ' '))
    at = end
  }
  parts.push(text.slice(at))
  return parts.join('')
}
