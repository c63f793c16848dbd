import { lstat, readdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Below, holdFolder, inFolder } from './hold-folder.ts'
import { ifMissing } from './if-missing.ts'

/**
 * Removes a file or a link, never what that leads to; nothing that is there is fine.
 * @throws What `node:fs` throws; `PLATFORM_FILE_UNWRITABLE` if a link is in the way.
 * @example await removeFile(join(paths.cacheDirectory, 'marks'))
 */
export async function removeFile(file: string, options: Below = {}): Promise<void> {
  await inFolder(file, options, async (at) => await rm(at, { force: true })).catch(ifMissing(undefined))
}

/**
 * Removes a folder with all that is in it; links in it go, and what they lead to stays.
 * @param folder - Path; a file of that name goes too.
 * @throws As {@link removeFile}
 * @example await removeFolder(join(paths.modulesDirectory, '.staging-1'))
 */
export async function removeFolder(folder: string, options: Below = {}): Promise<void> {
  await inFolder(folder, options, removeAll).catch(ifMissing(undefined))
}

async function removeAll(at: string): Promise<void> {
  const found = await lstat(at).catch(ifMissing(undefined))
  if (found?.isDirectory() !== true) return await rm(at, { force: true })
  {
    using held = holdFolder(at, { below: dirname(at) })
    for (const name of await readdir(held.folder)) await removeAll(join(held.folder, name))
    held.check()
  }
  await rmdir(at)
}
