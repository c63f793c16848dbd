import { dirname, join } from 'node:path'
import type { Disk } from '../files/disk.ts'
import { ifMissing } from '../files/if-missing.ts'
import { removeFile } from '../files/remove.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { isTemporaryName, temporariesOf } from '../files/temporary-name.ts'
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

/**
 * Removes what killed writers left beside the files of a batch. Only under the lock of all writers, and with no listing
 * from before it: nobody else writes these files then.
 */
export async function removeLeft(
  files: readonly { readonly real: string; readonly parts: readonly string[] }[],
  disk: Disk,
): Promise<void> {
  const temporaries = new Map<string, readonly string[]>()
  for (const { real, parts } of files) {
    const [above, name = ''] = [parts.slice(0, -1), parts.at(-1)]
    const folder = join(real, ...above)
    const listed = temporaries.get(folder) ?? (await disk.readdir(folder).catch(ifMissing([]))).filter(isTemporaryName)
    temporaries.set(folder, listed)
    for (const left of temporariesOf(name, listed)) await removeWritten(real, [...above, left])
  }
}
