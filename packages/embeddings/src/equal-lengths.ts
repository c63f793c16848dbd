/** Bounds of one batch, each at least 1. */
export type EqualLengthLimits = { readonly batchSize: number; readonly batchTokens: number }

/** Splits texts, given as tokens, into batches of one length, as lists of their places; the longest ones come last. */
export function equalLengths(
  ids: readonly { readonly length: number }[],
  { batchSize, batchTokens }: EqualLengthLimits,
): readonly (readonly number[])[] {
  const batches: number[][] = []
  const order = ids.map(({ length }, place) => ({ length, place })).toSorted((a, b) => a.length - b.length)
  let batch: number[] = []
  let lengthOfBatch = 0
  for (const { length, place } of order) {
    const most = Math.min(batchSize, Math.max(1, Math.floor(batchTokens / length)))
    if (length !== lengthOfBatch || batch.length >= most) {
      batch = []
      batches.push(batch)
      lengthOfBatch = length
    }
    batch.push(place)
  }
  return batches
}
