export type Turn = {
  readonly speaker: string
  /** UTC, ISO 8601; only the day if the zone of the time is not known. */
  readonly at?: string | undefined
  /** Time as the export shows it, if it has no zone: `14:08`. */
  readonly localTime?: string | undefined
  /** Markdown, as it was written: not yet cleaned. */
  readonly text: string
}

/** A conversation as an export holds it: the active branch, in order. */
export type Conversation = {
  readonly id?: string | undefined
  readonly title?: string | undefined
  readonly startedAt?: string | undefined
  readonly url?: string | undefined
  readonly description?: string | undefined
  /** Whether the speakers are people with names. */
  readonly named: boolean
  readonly turns: readonly Turn[]
}
