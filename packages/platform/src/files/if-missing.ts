import { systemErrorCode } from './system-error-reason.ts'

/**
 * For `promise.catch`: a value where the system says that nothing is there; every other error is thrown on.
 * @example await readFile(file, 'utf8').catch(ifMissing(''))
 */
export function ifMissing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (systemErrorCode(error) === 'ENOENT') return instead
    throw error
  }
}

/**
 * For `promise.catch`: a value where the system refuses, whatever its reason; an error without a code is thrown on.
 * @example await readdir(folder).catch(ifRefused([]))
 */
export function ifRefused<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (systemErrorCode(error) !== undefined) return instead
    throw error
  }
}
