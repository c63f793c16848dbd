/** One step of long work, for the one who shows it. Libraries only report; the command line renders. */
export type ProgressEvent = {
  /** What is being done: `convert`, `read`, `embed`, `install`. */
  readonly stage: string
  readonly done: number
  /** Absent if not known yet. */
  readonly total?: number | undefined
  /** What is being worked on now. */
  readonly subject?: string | undefined
}

/** Receives progress; must return at once. */
export type OnProgress = (event: ProgressEvent) => void
