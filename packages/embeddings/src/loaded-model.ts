/** What one run of a model embeds: texts, or the tokens of texts of one length. It can be sent to a thread. */
export type BatchInput = readonly string[] | readonly Int32Array[]

export type Batch = {
  /** Their places in the list they come from. */
  readonly places: readonly number[]
  readonly input: BatchInput
}

export type BatchModel = {
  /** Vectors in the order of the batch. */
  readonly run: (input: BatchInput) => Promise<readonly Float32Array[]>
  readonly dispose: () => Promise<void>
}

export type LoadedModel = BatchModel & {
  /** Batches of some texts, each of `batchSize` at most if that is given; the longest texts come last. */
  readonly batches: (texts: readonly string[], batchSize?: number) => readonly Batch[]
  /** Share of the words of a text that the model doesn't know, 0–1. */
  readonly unknownShare: (text: string) => number
  /** Whether a word in lower case has a token of its own. */
  readonly isWhole: (word: string) => boolean
}
