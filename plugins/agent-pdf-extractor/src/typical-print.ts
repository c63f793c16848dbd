import type { PageLine } from './page-line.ts'

/** How most of a document is set. Lengths are points. */
export type TypicalPrint = {
  readonly size: number
  readonly weight: number
  /** From one baseline to the next. */
  readonly leading: number
}

/**
 * Size, weight and leading of the running text: those of most characters.
 *
 * @param lines - Of the whole document.
 */
export function typicalPrint(lines: readonly PageLine[]): TypicalPrint {
  const upright = lines.filter(({ isUpright }) => isUpright)
  const size = mostFrequent(upright.map(({ size, text }) => [roundedSize(size), text.length])) ?? 10
  const ofSize = upright.filter((line) => roundedSize(line.size) === size)
  const weight = mostFrequent(ofSize.map(({ weight, text }) => [weight, text.length])) ?? 400
  const steps = ofSize.flatMap((line, index) => {
    const next = ofSize[index + 1]
    const step = next?.page === line.page ? line.baseline - next.baseline : 0
    return step > size * 0.8 && step < size * 3 ? [[Math.round(step * 2) / 2, 1] as const] : []
  })
  return { size, weight, leading: mostFrequent(steps) ?? size * 1.2 }
}

/** Sizes that differ by less look the same. */
export function roundedSize(size: number): number {
  return Math.round(size * 2) / 2
}

function mostFrequent(values: Iterable<readonly [value: number, count: number]>): number | undefined {
  const counts = new Map<number, number>()
  for (const [value, count] of values) counts.set(value, (counts.get(value) ?? 0) + count)
  let best: number | undefined
  for (const [value, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = value
  return best
}
