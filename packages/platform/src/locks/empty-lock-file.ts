import { constants, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { inFolder, isInside } from '../files/hold-folder.ts'
import { userPaths } from '../space/user-paths.ts'

/** Empties a lock file that something else wrote into, if it lies in a cache, where nothing is anybody's only copy. */
export async function emptyLockFile(file: string): Promise<boolean> {
  if (!(await isInCache(await realpath(dirname(file))))) return false
  return await inFolder(file, {}, async (at) => {
    // Left open until the process ends: closing it would free a lock that another thread has taken on the file meanwhile.
    const opened = openSync(at, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0))
    const found = fstatSync(opened)
    if (!found.isFile() || found.nlink > 1) return await Promise.resolve(false)
    ftruncateSync(opened, 0)
    return true
  })
}

async function isInCache(folder: string): Promise<boolean> {
  if (`${folder}${sep}`.includes(`${sep}.datacore${sep}cache${sep}`)) return true
  return await realpath(userPaths().cache).then(
    (cache) => isInside(cache, folder),
    () => false,
  )
}
