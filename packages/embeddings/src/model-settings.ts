/** Numbers of a model: `int8` for weights and sums, `fp32` for both, or `q8` for weights alone. */
export type ModelType = 'int8' | 'fp32' | 'q8'

/** Which model to use. */
export type ModelSettings = {
  /**
   * `default` (the packaged all-MiniLM-L6-v2), the path of a folder in transformers.js layout (absolute, or beginning
   * with `./` or `../`), or a hub id such as `Xenova/all-MiniLM-L6-v2`. `default` if absent.
   */
  readonly model?: string | undefined
  /**
   * `int8` is fast and small, and only the packaged model has it, whose default it is; `fp32` is exact, and the default
   * of others; `q8` takes a quarter of its disk.
   */
  readonly dtype?: ModelType | undefined
  /** A model in a folder that was used before: its vectors answer until those of `model` are there. */
  readonly former?: string | undefined
  /** A cross-encoder, named as `model` is, that ranks what was found first anew; none if absent, or `none`. */
  readonly reranker?: string | undefined
}
