/** Something about a space that a person may want to know or mend, and that stopped nothing. */
export type Finding = {
  /** Permanent, upper case. */
  readonly code: string
  readonly severity: 'error' | 'warning' | 'info'
  /** What it is about: an agent's id with the field to fill in, a module, an execution, a path with line. */
  readonly subject: string
  readonly message: string
  readonly hint?: string | undefined
}
