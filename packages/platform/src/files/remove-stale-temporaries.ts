import { realpath, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ifRefused } from './if-missing.ts'
import { namesIn } from './names-in.ts'
import { isTemporaryName, temporaryName } from './temporary-name.ts'

/**
 * Removes what killed processes left of unfinished writes of one file.
 *
 * Call it only under the lock of the file: nobody else is writing it then.
 *
 * @param file - The file that `writeFileAtomically` writes.
 * @example await removeStaleTemporaries(paths.agentsFile)
 */
export async function removeStaleTemporaries(file: string): Promise<void> {
  const target = await realpath(file).catch(ifRefused(file))
  const start = temporaryName(basename(target), '').replace(/\.tmp$/, '')
  for (const name of await namesIn(dirname(target)))
    if (name.startsWith(start) && isTemporaryName(name)) await rm(join(dirname(target), name), { force: true })
}
