/** Bounds of one batch, each at least 1. */
export type BatchLimits = {
  readonly batchSize: number
  /** Longest text times number of texts, in characters; bounds the memory that a batch takes. */
  readonly batchCharacters: number
  /** Length at which the model cuts texts, in characters, about. */
  readonly textCharacters: number
}

/**
 * Splits texts into batches of similar length, as lists of indexes.
 *
 * Each text of a batch costs as much as its longest one, so short texts are not put beside long ones.
 */
export function planBatches(texts: readonly string[], limits: BatchLimits): readonly (readonly number[])[] {
  const order = texts.map((text, index) => ({ index, length: Math.min(text.length, limits.textCharacters) }))
  order.sort((a, b) => a.length - b.length || a.index - b.index)
  const batches: number[][] = []
  let batch: number[] = []
  for (const { index, length } of order) {
    // In ascending order the newest text is the longest.
    const full = batch.length >= limits.batchSize || (batch.length + 1) * length > limits.batchCharacters
    if (full && batch.length > 0) {
      batches.push(batch)
      batch = []
    }
    batch.push(index)
  }
  return batch.length === 0 ? batches : [...batches, batch]
}
