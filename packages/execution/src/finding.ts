/** Something about a run, its log or its checks that a person may want to know or mend. */
export type Finding = {
  /** Permanent, upper case. */
  readonly code: string
  readonly severity: 'error' | 'warning' | 'info'
  /** What it is about: a file with line where known, an execution or an agent. */
  readonly subject: string
  readonly message: string
  readonly hint?: string | undefined
}
