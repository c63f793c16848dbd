import { CodedError, codedError } from '@datacortex/errors'
import { type LockOptions, type SpacePaths, patientLimit } from '@datacortex/platform'
import { withModulesLock } from './modules-lock.ts'

/**
 * Looks at the modules of a space, and where something seems wrong once more while nobody changes them: one that
 * another process installs or removes in this moment is in its folder, the lock file and the registry one after the
 * other. `seemsWrong`: what the first look gave. Gives what was seen last. Where nobody can lock, such as in a space
 * that may only be read, or another process changes modules for longer, the first look stands.
 */
export async function lookAgain<T>(
  paths: SpacePaths,
  look: () => Promise<T>,
  options: LockOptions & { readonly seemsWrong: (seen: T) => boolean },
): Promise<T> {
  const { seemsWrong, signal, timeoutMs = patientLimit(longestWaitMs) } = options
  const first = await seenBy(look)
  if (!first.isError && !seemsWrong(first.seen)) return first.seen
  try {
    return await withModulesLock(paths, look, { signal, timeoutMs })
  } catch (error) {
    if (!CodedError.is(error, 'PLATFORM_FILE_UNWRITABLE') && !CodedError.is(error, 'PLATFORM_LOCK_TIMEOUT')) throw error
    if (first.isError) throw first.error
    return first.seen
  }
}

// A change takes a second or two; somebody waits for this answer and is not told why.
const longestWaitMs = 10_000

type Seen<T> = { readonly isError: false; readonly seen: T } | { readonly isError: true; readonly error: CodedError }

async function seenBy<T>(look: () => Promise<T>): Promise<Seen<T>> {
  try {
    return { isError: false, seen: await look() }
  } catch (error) {
    return { isError: true, error: codedError(error) }
  }
}
