/** A heading of an org file with its own body, without the headings below it. Offsets are UTF-16 code units. */
export type OrgHeading = {
  readonly level: number
  /** `TODO`, `NEXT`, `DONE`… */
  readonly keyword?: { readonly text: string; readonly start: number; readonly end: number } | undefined
  readonly isDone: boolean
  readonly title: string
  readonly tags: readonly string[]
  /** First character of the line of the heading. */
  readonly start: number
  /** End of that line, without its line feed. */
  readonly headlineEnd: number
  /** End of the body: where the next heading starts. */
  readonly end: number
  /** The line with SCHEDULED, DEADLINE or CLOSED. */
  readonly planning?: { readonly start: number; readonly end: number } | undefined
  readonly drawer?: OrgDrawer | undefined
  /** A property drawer was begun that has no `:END:`; nothing may be put into it. */
  readonly hasBrokenDrawer: boolean
  /** Web addresses of the heading and its body, in order, each once. */
  readonly links: readonly string[]
}

/** `:PROPERTIES:` up to and with `:END:`. */
export type OrgDrawer = {
  readonly start: number
  readonly end: number
  /** First character of the line of `:END:`. */
  readonly endLine: number
  readonly properties: Readonly<
    Record<string, { readonly value: string; readonly start: number; readonly end: number }>
  >
}

export type OrgFile = {
  readonly text: string
  readonly headings: readonly OrgHeading[]
  /** Of the file's `#+TODO` lines, or org's own. */
  readonly keywords: OrgKeywords
  /** What could not be understood; it is left as it is. */
  readonly problems: readonly { readonly line: number; readonly message: string }[]
}

/** Words that say how far a task is: open ones and closed ones. */
export type OrgKeywords = { readonly open: readonly string[]; readonly done: readonly string[] }
