import { ftruncateSync, openSync } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, relative, sep } from 'node:path'
import { userPaths } from '../space/user-paths.ts'

/** Empties a lock file that something else wrote into, if it lies in a cache, where nothing is anybody's only copy. */
export async function emptyLockFile(file: string): Promise<boolean> {
  if (!(await isInCache(await realpath(dirname(file))))) return false
  const found = await lstat(file)
  if (!found.isFile() || found.nlink > 1) return false
  // Left open until the process ends: closing it would free a lock that another thread has taken on the file meanwhile.
  ftruncateSync(openSync(file, 'r+'), 0)
  return true
}

async function isInCache(folder: string): Promise<boolean> {
  if (`${folder}${sep}`.includes(`${sep}.datacore${sep}cache${sep}`)) return true
  const inside = await realpath(userPaths().cache).then(
    (cache) => relative(cache, folder),
    () => '..',
  )
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)
}
