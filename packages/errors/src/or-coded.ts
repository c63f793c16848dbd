import { CodedError } from './coded-error.ts'

/**
 * What work gives, or the coded error that it fails with. Every other error is thrown.
 *
 * @param work - Under way.
 * @param code - If given, the only one that is not thrown.
 * @example
 * const read = await orCoded(readNote(path), 'MEMORY_NOTE_UNREADABLE')
 * if (CodedError.is(read)) return []
 */
export async function orCoded<T>(work: PromiseLike<T>, code?: string): Promise<T | CodedError> {
  try {
    return await work
  } catch (error) {
    if (CodedError.is(error, code)) return error
    throw error
  }
}

/**
 * What a function gives, or the coded error that it throws. Every other error is thrown.
 *
 * @param work - Called at once.
 * @param code - If given, the only one that is not thrown.
 * @example const agent = codedOf(() => resolveAgent(registry, id).agent.id)
 */
export function codedOf<T>(work: () => T, code?: string): T | CodedError {
  try {
    return work()
  } catch (error) {
    if (CodedError.is(error, code)) return error
    throw error
  }
}
