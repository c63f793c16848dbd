import type { CodedError } from './coded-error.ts'

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

type FindingWords = Pick<Finding, 'message' | 'hint'>

/**
 * A finding about something that is wrong.
 * @example errorFinding('SPACE_LINKED', '.datacore', { message: 'It is a link.', hint: 'Make it a folder.' })
 */
export function errorFinding(code: string, subject: string, words: FindingWords): Finding {
  return { code, severity: 'error', subject, ...words }
}

/**
 * A finding about something that somebody should look at.
 * @example warningFinding('NOTE_NOT_UTF8', 'notes/a.md', { message: 'Some of its bytes are no text.' })
 */
export function warningFinding(code: string, subject: string, words: FindingWords): Finding {
  return { code, severity: 'warning', subject, ...words }
}

/**
 * A finding about something that is good to know.
 * @example infoFinding('SUCCESSOR_MISSING', 'old-agent', { message: 'No agent replaces it.' })
 */
export function infoFinding(code: string, subject: string, words: FindingWords): Finding {
  return { code, severity: 'info', subject, ...words }
}

/**
 * A coded error as a finding about what it stopped.
 * @example findingOf(error, 'sources')
 */
export function findingOf({ code, message, hint }: CodedError, subject: string): Finding {
  return errorFinding(code, subject, { message, hint })
}
