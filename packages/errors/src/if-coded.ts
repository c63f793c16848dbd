import { CodedError } from './coded-error.ts'
import { type Finding, findingOf } from './finding.ts'

/**
 * For `promise.catch`: a value in place of a coded error; every other error is thrown on.
 * @param code - If given, only an error of this code is expected.
 * @example await readPage(url).catch(ifCoded(undefined, 'PAGE_EMPTY'))
 */
export function ifCoded<T>(instead: T, code?: string): (error: unknown) => T {
  return whenCoded(() => instead, code)
}

/**
 * For `promise.catch`: what is made of a coded error; every other error is thrown on.
 * @param code - If given, only an error of this code is expected.
 * @example await openMemory().catch(whenCoded(({ message }) => ({ problem: message })))
 */
export function whenCoded<T>(make: (error: CodedError) => T, code?: string): (error: unknown) => T {
  return (error) => {
    if (CodedError.is(error, code)) return make(error)
    throw error
  }
}

/**
 * For `promise.catch`: a coded error as a value; every other error is thrown on.
 * @example const page = await readPage(url).catch(codedError)
 */
export function codedError(error: unknown): CodedError {
  if (CodedError.is(error)) return error
  throw error
}

/**
 * For `promise.catch`: a coded error as a finding about what it stopped; every other error is thrown on.
 * @example await noteFindings(paths).catch(asFinding('notes'))
 */
export function asFinding(subject: string): (error: unknown) => readonly Finding[] {
  return (error) => [findingOf(codedError(error), subject)]
}

/**
 * What work comes to that does not wait, or what a handler such as {@link ifCoded} makes of its failure.
 * @example attempt(() => parseJson(text, Schema, { origin }), ifCoded(undefined))
 */
export function attempt<T, F>(work: () => T, otherwise: (error: unknown) => F): T | F {
  try {
    return work()
  } catch (error) {
    return otherwise(error)
  }
}
