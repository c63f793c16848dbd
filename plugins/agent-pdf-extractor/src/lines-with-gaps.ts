import type { PageLine } from './page-line.ts'

/**
 * Which lines may have wide gaps inside: those much wider than their letters need, short ones, and their neighbours.
 *
 * Looking at every word costs as much as a tenth of reading the page.
 *
 * @param lines - Of one page.
 * @returns Indices.
 */
export function linesWithGaps(lines: readonly PageLine[]): ReadonlySet<number> {
  const widths = lines.filter(({ text }) => text.length >= longLine).map(letterWidth)
  const usual = widths.sort((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0
  const found = new Set<number>()
  for (const [index, line] of lines.entries()) {
    if (!line.isUpright || !line.text.includes(' ')) continue
    if (letterWidth(line) > usual * looseness) for (const near of [index - 1, index, index + 1]) found.add(near)
  }
  return new Set([...found].filter((index) => lines[index]?.isUpright === true))
}

const longLine = 25
const looseness = 1.15

/** Mean width of a character in ems. */
function letterWidth({ text, left, right, size }: PageLine): number {
  return (right - left) / (text.length * Math.max(size, 0.1))
}
