/** For one list of an entry of the log, which holds several of them, and a megabyte. */
export const mostListBytes = 100_000

/** The first of some values that take at most so many bytes together, written as JSON. */
export function withinBytes<T>(values: readonly T[], most: number): readonly T[] {
  let sum = 0
  const end = values.findIndex((value) => {
    sum += Buffer.byteLength(JSON.stringify(value) ?? '')
    return sum > most
  })
  return end === -1 ? values : values.slice(0, end)
}
