/** The note of a day, as the program whose vault it is would make it. */
export type DailyNote = {
  /** Relative to the root; it may lead out of it, if the settings of the vault do. */
  readonly path: string
  readonly text: string
  /** What of the template could not be done. */
  readonly remarks: readonly string[]
}
