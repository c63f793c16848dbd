import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from './if-missing.ts'
import { namesIn } from './names-in.ts'
import { removeFile } from './remove.ts'
import { isTemporaryName } from './temporary-name.ts'

/**
 * Removes the temporary files that killed writers left in a folder.
 * @param directory - The folder; the ones below it are not entered. An absent folder is empty.
 * @param options - `now`: milliseconds since 1970; files younger than an hour may be in use and stay, but not those
 *   that stand in their place already, under its name too.
 * @returns The removed paths.
 * @example await removeTemporaryFiles(dirname(paths.agentsFile), { now: Date.now() })
 */
export async function removeTemporaryFiles(
  directory: string,
  options: { readonly now: number },
): Promise<readonly string[]> {
  const removed: string[] = []
  for (const name of await namesIn(directory)) {
    if (!isTemporaryName(name)) continue
    const path = join(directory, name)
    // Its writer may have just renamed it.
    const found = await lstat(path).catch(ifMissing(undefined))
    const isPlaced = found?.isFile() === true && found.nlink > 1
    if (found === undefined || (!isPlaced && options.now - found.mtimeMs < 3_600_000)) continue
    await removeFile(path)
    removed.push(path)
  }
  return removed
}
