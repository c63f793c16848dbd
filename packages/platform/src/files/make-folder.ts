import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isFolder } from './is-there.ts'
import { systemErrorCode } from './system-error-reason.ts'

type MakeFolderOptions = { readonly mode?: number | undefined }

/**
 * Makes a folder and what is missing above it; one that is there is fine.
 *
 * The recursive `mkdir` of Node never ends where nothing can be made although nothing is in the way, as in `/proc`.
 *
 * @param path - Of the folder.
 * @param options - `mode`: permission bits of new folders.
 * @throws What `node:fs` throws, such as ENOENT in `/proc`.
 * @example await makeFolder('/space/.datacore/state')
 */
export async function makeFolder(path: string, options: MakeFolderOptions = {}): Promise<void> {
  const folder = resolve(path)
  try {
    await makeOne(folder, options)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    await makeFolder(dirname(folder), options)
    // A second ENOENT is the answer of a file system that makes nothing.
    await makeOne(folder, options)
  }
}

async function makeOne(folder: string, options: MakeFolderOptions): Promise<void> {
  try {
    await mkdir(folder, options)
  } catch (error) {
    // A read-only disk refuses folders that are there, too.
    if (systemErrorCode(error) === 'ENOENT' || !(await isFolder(folder))) throw error
  }
}
