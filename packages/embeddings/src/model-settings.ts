/** Which model to use. */
export type ModelSettings = {
  /**
   * `default` (the packaged all-MiniLM-L6-v2), the path of a folder in transformers.js layout (absolute, or beginning
   * with `./` or `../`), or a hub id such as `Xenova/all-MiniLM-L6-v2`. `default` if absent.
   */
  readonly model?: string | undefined
  /** `fp32` (if absent) is faster and exact, `q8` takes a quarter of the disk. */
  readonly dtype?: 'fp32' | 'q8' | undefined
  /** Whether a hub id may be downloaded once; false if absent. Nothing else ever uses the network. */
  readonly allowDownload?: boolean | undefined
  /** Length of the vectors of a hub model that is not downloaded yet; 384 if absent. */
  readonly dimensions?: number | undefined
}
