import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { platformError } from '../errors.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { systemErrorReason } from '../files/system-error-reason.ts'
import { openParent } from './open-parent.ts'

/** Removes a file of a space, through no link. Throws `PLATFORM_FILE_UNWRITABLE` if it may not be removed. */
export async function removeFile(root: string, parts: readonly string[]): Promise<void> {
  try {
    await using parent = await openParent(root, parts)
    await rm(join(parent.folder, parts.at(-1) ?? ''))
    await syncFolder(parent.folder)
  } catch (error) {
    if (CodedError.is(error)) throw error
    const reason = systemErrorReason(error)
    throw platformError('PLATFORM_FILE_UNWRITABLE', { file: join(root, ...parts), reason }, { cause: error })
  }
}
