/** Something about a note or the memory of a space that a person may want to mend. */
export type Finding = {
  /** Permanent, upper case. */
  readonly code: string
  readonly severity: 'error' | 'warning' | 'info'
  /** What it is about: the path of a note, with line where known. */
  readonly subject: string
  readonly message: string
  readonly hint?: string | undefined
}
