import { CodedError } from './coded-error.ts'

/**
 * For `catch`: what takes the place of a coded error; whatever else was thrown goes on.
 *
 * @param instead - Made of the error.
 * @param code - The only code that is expected; any if absent.
 * @example const memory = await openMemory().catch(ifCoded(() => undefined))
 */
export function ifCoded<T>(instead: (error: CodedError) => T, code?: string): (error: unknown) => T {
  return (error) => {
    if (CodedError.is(error, code)) return instead(error)
    throw error
  }
}
