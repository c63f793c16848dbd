import type { PageLine } from './page-line.ts'

/** How most of a document is set. Lengths are points. */
export type TypicalPrint = {
  readonly size: number
  readonly weight: number
  /** From one baseline to the next. */
  readonly leading: number
}

/** Size, weight and leading of the running text: those of most characters. */
export function typicalPrint(lines: readonly PageLine[]): TypicalPrint {
  const sizes = new Map<number, number>()
  for (const line of lines) if (line.isUpright) count(sizes, roundedSize(line.size), line.text.length)
  const size = mostFrequent(sizes) ?? 10
  const weights = new Map<number, number>()
  const steps = new Map<number, number>()
  let before: PageLine | undefined
  for (const line of lines) {
    if (!line.isUpright || roundedSize(line.size) !== size) continue
    count(weights, line.weight, line.text.length)
    const step = before?.page === line.page ? before.baseline - line.baseline : 0
    if (step > size * 0.8 && step < size * 3) count(steps, Math.round(step * 2) / 2, 1)
    before = line
  }
  return { size, weight: mostFrequent(weights) ?? 400, leading: mostFrequent(steps) ?? size * 1.2 }
}

function count(counts: Map<number, number>, value: number, times: number): void {
  counts.set(value, (counts.get(value) ?? 0) + times)
}

/** Sizes that differ by less look the same. */
export function roundedSize(size: number): number {
  return Math.round(size * 2) / 2
}

function mostFrequent(counts: ReadonlyMap<number, number>): number | undefined {
  let best: number | undefined
  for (const [value, times] of counts) if (best === undefined || times > (counts.get(best) ?? 0)) best = value
  return best
}
