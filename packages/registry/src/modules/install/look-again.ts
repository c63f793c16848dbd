import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { withModulesLock } from './modules-lock.ts'

/**
 * Looks at the modules of a space, and where something seems wrong once more while nobody changes them: one that another
 * process installs or removes in this moment is in its folder, the lock file and the registry one after the other.
 *
 * @param paths - The space.
 * @param look - Reads and changes nothing. Not to be called by who holds the lock of the modules, which it waits for.
 * @param options - `seemsWrong`: what the first look gave; a coded error seems wrong in any case.
 * @returns What was seen last. Where nobody can lock, such as in a space that may only be read, the first look stands.
 * @example await lookAgain(paths, () => verifyModule(paths, name), { seemsWrong: () => false })
 */
export async function lookAgain<T>(
  paths: SpacePaths,
  look: () => Promise<T>,
  { seemsWrong, signal }: { readonly seemsWrong: (seen: T) => boolean; readonly signal?: AbortSignal | undefined },
): Promise<T> {
  const first = await seenBy(look)
  if (!first.isError && !seemsWrong(first.seen)) return first.seen
  try {
    return await withModulesLock(paths, look, { signal })
  } catch (error) {
    if (!CodedError.is(error, 'PLATFORM_FILE_UNWRITABLE') && !CodedError.is(error, 'PLATFORM_LOCK_TIMEOUT')) throw error
    if (first.isError) throw first.error
    return first.seen
  }
}

type Seen<T> = { readonly isError: false; readonly seen: T } | { readonly isError: true; readonly error: CodedError }

async function seenBy<T>(look: () => Promise<T>): Promise<Seen<T>> {
  try {
    return { isError: false, seen: await look() }
  } catch (error) {
    if (!CodedError.is(error)) throw error
    return { isError: true, error }
  }
}
