import type { Problem, TellProblem } from './reason-of.ts'

/**
 * A document as a remote client is told it: problems in it are told like those that end a call, and findings that are
 * not for clients are left out.
 * @param tell - What clients are told of a problem.
 * @example withoutWithheld({ findings: [{ code: 'X', message: '/home/ada is full' }] }, tell).findings // []
 */
export function withoutWithheld(document: object, tell: TellProblem): object {
  const { error, findings } = document as Partial<{ readonly error: unknown; readonly findings: readonly unknown[] }>
  const reported = (findings ?? []).filter(isProblem).filter((one) => !tell(one).isWithheld)
  return {
    ...document,
    ...(isProblem(error) ? { error: { code: error.code, message: tell(error).message } } : {}),
    ...(findings === undefined ? {} : { findings: reported }),
  }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value
}
