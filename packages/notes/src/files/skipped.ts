/** A file or folder that was passed over. */
export type Skipped = {
  /** Relative to the root of the space; empty for the root itself. */
  readonly path: string
  readonly reason: string
}
