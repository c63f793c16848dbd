import { redact } from './redact.ts'

const brand = Symbol.for('datacortex.CodedError')

/** What a {@link CodedError} carries beside code and message. */
export type CodedErrorOptions = {
  /** What the reader should do now: one sentence or a command. */
  readonly hint?: string | undefined
  /** Facts for programs: paths, positions, ids. Never secrets. */
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly cause?: unknown
}

/**
 * An error that a user can meet: a permanent code, what happened and why, and a hint.
 *
 * A plain `Error` means a bug; what a user can cause or repair is in the table of its package (`errorsOf`).
 * @param code - Permanent `PACKAGE_REASON` in upper case.
 * @param message - What happened and why. Credentials in URLs and control characters are removed.
 * @example throw new CodedError('SPACE_NOT_FOUND', 'No space here.', { hint: 'datacortex init' })
 */
export class CodedError extends Error {
  readonly code: string
  readonly hint: string | undefined
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, options: CodedErrorOptions = {}) {
    super(redact(message), options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.code = code
    this.hint = options.hint === undefined ? undefined : redact(options.hint)
    this.details = options.details ?? {}
    Object.defineProperty(this, brand, { value: true })
  }

  /**
   * Whether a value is a coded error, also one made by another copy of this package.
   * @param value - Anything that was thrown.
   * @param code - If given, the code must equal it.
   * @example CodedError.is(error, 'SPACE_NOT_FOUND')
   */
  static is(value: unknown, code?: string): value is CodedError {
    if (typeof value !== 'object' || value === null || !(brand in value)) return false
    return code === undefined || ('code' in value && value.code === code)
  }
}
