/** Something about a space that a person may want to mend. */
export type Finding = {
  /** Permanent, upper case. */
  readonly code: string
  readonly severity: 'error' | 'warning' | 'info'
  /** What it is about: an agent's id, a module, a path with line. */
  readonly subject: string
  readonly message: string
  readonly hint?: string | undefined
}
