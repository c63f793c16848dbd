import type { PageLine } from './page-line.ts'

export function linesWithGaps(lines: readonly PageLine[]): ReadonlySet<number> {
  const widths = lines.map(letterWidth)
  const long = new Float64Array(widths.filter((_, index) => (lines[index]?.text.length ?? 0) >= longLine)).sort()
  const most = (long[Math.floor(long.length / 2)] ?? 0) * looseness
  const found = new Set<number>()
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]
    if (line === undefined || (widths[index] ?? 0) <= most || !line.isUpright || !line.text.includes(' ')) continue
    for (let near = index - 1; near <= index + 1; near += 1) if (lines[near]?.isUpright === true) found.add(near)
  }
  return found
}

const longLine = 25
const looseness = 1.15

/** Mean width of a character in ems. */
function letterWidth({ text, left, right, size }: PageLine): number {
  return (right - left) / (text.length * Math.max(size, 0.1))
}
