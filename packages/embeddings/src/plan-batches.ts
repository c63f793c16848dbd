/** Bounds of one batch, each at least 1. */
export type BatchLimits = {
  readonly batchSize: number
  /** Longest text times number of texts, in characters; bounds the memory that a batch takes. */
  readonly batchCharacters: number
  /** Length at which the model cuts texts, in characters, about. */
  readonly textCharacters: number
}

/** Splits texts into batches of similar length, as lists of indexes: each text costs as much as the longest. */
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

/** Splits texts, given as tokens, into batches of one length, as lists of their places; the longest ones come last. */
export function equalLengths(
  ids: readonly { readonly length: number }[],
  { batchSize, batchTokens }: { readonly batchSize: number; readonly batchTokens: number },
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
