import { CodedError } from '@datacortex/errors'

/** What went wrong, by its code and its words. */
export type Problem = { readonly code: string; readonly message: string }

/**
 * What a remote client is told of a problem. Messages may hold paths of this machine and what programs said; anyone who
 * serves them knows which do, and logs what is withheld.
 */
export type TellProblem = (problem: Problem) => { readonly message: string; readonly isWithheld: boolean }

export type ReasonOptions = {
  /** Reported of what is nobody's mistake but the program's. */
  readonly onBug: (error: unknown) => void
  readonly signal: AbortSignal
  /** What a remote client is told; the user of this machine is told all, with hints. */
  readonly tell?: TellProblem | undefined
}

/** Why a call failed: the code and the hint of the error, and of a bug no more than that it was one. */
export function reasonOf(error: unknown, { onBug, signal, tell }: ReasonOptions): string {
  if (CodedError.is(error)) {
    const { code, message, hint } = error
    if (tell === undefined) return [`${code}: ${message}`, hint].filter(Boolean).join('\n')
    return `${code}: ${ofTheCall.has(code) ? message : tell(error).message}`
  }
  if (signal.aborted) return 'It was cancelled.'
  onBug(error)
  return 'The program broke; its log says why.'
}

/** They say nothing but what the caller asked. */
const ofTheCall: ReadonlySet<string> = new Set(['MCP_OVERLOADED', 'SPACE_INPUT_INVALID', 'SPACE_RIGHT_MISSING'])
