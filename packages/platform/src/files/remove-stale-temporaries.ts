import { basename, dirname, join } from 'node:path'
import { namesIn } from './names-in.ts'
import { removeFile } from './remove.ts'
import { temporariesOf } from './temporary-name.ts'
import { unwritable } from './unwritable.ts'
import { writtenTarget } from './written-target.ts'

/**
 * Removes what killed processes left of unfinished writes of one file.
 *
 * Call it only under the lock of the file: nobody else is writing it then.
 * @example await removeStaleTemporaries(paths.agentsFile)
 */
export async function removeStaleTemporaries(file: string): Promise<void> {
  const { target } = await writtenTarget(file, {}).catch((error: unknown) => {
    throw unwritable(file, error)
  })
  const left = temporariesOf(basename(target), await namesIn(dirname(target)))
  for (const name of left) await removeFile(join(dirname(target), name))
}
