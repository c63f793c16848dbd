import type { PageLine, PdfPage } from './page-line.ts'

/** Lines of a column begin within this many points of each other. */
const step = 14
/** More than a page has, whatever it says of its size. */
const places = 100_000

export function columnRights(pages: readonly PdfPage[]): (line: PageLine) => number {
  const ends = new Map<number, number[]>()
  const key = ({ page, left }: PageLine, offset: number): number => page * places + Math.round(left / step) + offset
  for (const { lines } of pages)
    for (const line of lines) {
      const place = key(line, 0)
      const rights = ends.get(place)
      if (rights === undefined) ends.set(place, [line.right])
      else rights.push(line.right)
    }
  const rights = new Map<number, number>()
  return (line) => {
    const place = key(line, 0)
    const known = rights.get(place) ?? usualEnd([-1, 0, 1].flatMap((offset) => ends.get(key(line, offset)) ?? []))
    rights.set(place, known)
    return known
  }
}

function usualEnd(rights: readonly number[]): number {
  return new Float64Array(rights).sort()[Math.floor((rights.length - 1) * 0.8)] ?? 0
}
