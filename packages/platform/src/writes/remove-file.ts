import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { FileUnwritableError } from '../errors.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { systemErrorReason } from '../files/system-error-reason.ts'
import { openParent } from './open-parent.ts'

/**
 * Removes a file of a space, through no link.
 *
 * @throws {@link FileUnwritableError} if it may not be removed.
 */
export async function removeFile(root: string, parts: readonly string[]): Promise<void> {
  try {
    await using parent = await openParent(root, parts)
    await rm(join(parent.folder, parts.at(-1) ?? ''))
    await syncFolder(parent.folder)
  } catch (error) {
    if (CodedError.is(error)) throw error
    throw new FileUnwritableError({ file: join(root, ...parts), reason: systemErrorReason(error), cause: error })
  }
}
