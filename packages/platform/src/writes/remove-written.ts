import { dirname, join } from 'node:path'
import { ifCoded } from '@datacortex/errors'
import type { Disk } from '../files/disk.ts'
import { ifMissing } from '../files/if-missing.ts'
import { removeFile } from '../files/remove.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { isTemporaryName, temporariesOf } from '../files/temporary-name.ts'
import { unwritable } from '../files/unwritable.ts'
import type { Prepared } from './prepare-write.ts'

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
 * Removes what killed writers left beside the files of a batch, where it can be removed. Only under the lock of all
 * writers: nobody else writes these files then.
 */
export async function removeLeft(files: readonly Pick<Prepared, 'real' | 'parts'>[], disk: Disk): Promise<void> {
  for (const [folder, inside] of Map.groupBy(files, ({ real, parts }) => join(real, ...parts.slice(0, -1)))) {
    const listed = (await disk.readdir(folder).catch(ifMissing([]))).filter(isTemporaryName)
    for (const { real, parts } of inside)
      for (const left of temporariesOf(parts.at(-1) ?? '', listed))
        await removeWritten(real, [...parts.slice(0, -1), left]).catch(ifCoded(undefined))
  }
}
