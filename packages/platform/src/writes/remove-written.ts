import { dirname, join } from 'node:path'
import { removeFile } from '../files/remove.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { unwritable } from '../files/unwritable.ts'

/** Removes a file of a space, through no link. Throws `PLATFORM_FILE_UNWRITABLE` if it may not be removed. */
export async function removeWritten(root: string, parts: readonly string[]): Promise<void> {
  const file = join(root, ...parts)
  try {
    await removeFile(file, { below: root })
    await syncFolder(dirname(file))
  } catch (error) {
    throw unwritable(file, error)
  }
}
