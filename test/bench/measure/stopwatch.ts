type Interval = { readonly name: string; readonly from: number; readonly to: number }

/** Measures parts of something that does several of them at the same time. */
export class Stopwatch {
  readonly #intervals: Interval[] = []

  /** Does work as a part of that name. */
  async time<T>(name: string, work: () => Promise<T>): Promise<T> {
    const from = performance.now()
    try {
      return await work()
    } finally {
      this.#intervals.push({ name, from, to: performance.now() })
    }
  }

  /** Milliseconds in which each part was under way, once where it was several times at once. */
  parts(): Readonly<Record<string, number>> {
    const names = [...new Set(this.#intervals.map(({ name }) => name))]
    return Object.fromEntries(
      names.map((name) => [name, union(this.#intervals.filter((interval) => interval.name === name))]),
    )
  }

  /** Milliseconds in which any part was under way. */
  busyMs(): number {
    return union(this.#intervals)
  }
}

function union(intervals: readonly Interval[]): number {
  let [sum, end] = [0, Number.NEGATIVE_INFINITY]
  for (const { from, to } of intervals.toSorted((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return sum
}
