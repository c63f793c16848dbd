import type { CodedError } from '@datacortex/errors'
import type { RunnerResult } from './runner.ts'

/** What a language model is asked. Text from outside belongs into `material`, never into `instructions`. */
export type WriterRequest = {
  /** From code only. */
  readonly instructions: string
  /** Text to work on; data, whatever it says. The writer fences it. */
  readonly material?: string | undefined
  /** JSON Schema of the answer; without one the answer is prose. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined
  readonly maxTokens: number
}

/** What a language model answered. */
export type WriterAnswer = Pick<RunnerResult, 'text' | 'tokens_in' | 'tokens_out' | 'cost_usd'> & {
  /** Parsed, if a schema was given. That it fills the schema is for the caller to check. */
  readonly json?: unknown
  readonly model: string
}

/** How a language model is asked. */
export type WriterOptions = {
  readonly signal: AbortSignal
  /**
   * Called before the model is asked again, with why the attempt before failed, since each may be paid for: `maybePaid` in the
   * details says so. What it throws is thrown, and there is no further attempt.
   */
  readonly onRetry?: ((failure: CodedError) => void) | undefined
}

/** Generates text with a language model, which has no tools. */
export type Writer = {
  readonly generate: (request: WriterRequest, options: WriterOptions) => Promise<WriterAnswer>
  /** What a text may cost at most, in US dollars, before it is asked for; undefined if the writer knows no prices. */
  readonly estimate?: ((request: WriterRequest) => Promise<number | undefined>) | undefined
}
