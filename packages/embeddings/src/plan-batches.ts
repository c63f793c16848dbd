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
  const lengths = texts.map((text) => Math.min(text.length, limits.textCharacters))
  // In ascending order the newest text is the longest. Where the model names no length, their number alone counts.
  const hasRoom: HasRoom = (batch, length) =>
    batch.length < limits.batchSize && !((batch.length + 1) * length > limits.batchCharacters)
  return batchesOf(lengths, hasRoom)
}

/** Splits texts, given as tokens, into batches of one length, as lists of their places; the longest ones come last. */
export function equalLengths(
  ids: readonly { readonly length: number }[],
  { batchSize, batchTokens }: { readonly batchSize: number; readonly batchTokens: number },
): readonly (readonly number[])[] {
  const lengths = ids.map(({ length }) => length)
  const hasRoom: HasRoom = (batch, length) =>
    lengths[batch[0]] === length && batch.length < Math.min(batchSize, Math.max(1, Math.floor(batchTokens / length)))
  return batchesOf(lengths, hasRoom)
}

type Places = [number, ...number[]]
type HasRoom = (batch: Readonly<Places>, length: number) => boolean

/** Places by ascending length. */
function batchesOf(lengths: readonly number[], hasRoom: HasRoom): readonly Places[] {
  const batches: Places[] = []
  for (const [place, length] of [...lengths.entries()].toSorted(([, one], [, other]) => one - other)) {
    const batch = batches.at(-1)
    if (batch !== undefined && hasRoom(batch, length)) batch.push(place)
    else batches.push([place])
  }
  return batches
}
