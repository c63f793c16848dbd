/** Something about a published agent that a person may want to mend. */
export type Finding = {
  /** Permanent, upper case. */
  readonly code: string
  readonly severity: 'error' | 'warning' | 'info'
  /** What it is about: an agent's id and the registry field to fill in, such as `writer: description`; or a file. */
  readonly subject: string
  readonly message: string
  readonly hint?: string | undefined
}
