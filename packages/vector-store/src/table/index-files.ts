import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Files of a table's indexes, relative to the table's folder, with their sizes in bytes. */
export type IndexFiles = Readonly<Record<string, number>>

/** Lists the files of all indexes of a table. */
export function listIndexFiles(tableDirectory: string): IndexFiles {
  const found: Record<string, number> = {}
  if (statSync(join(tableDirectory, '_indices'), { throwIfNoEntry: false }) === undefined) return found
  for (const name of readdirSync(join(tableDirectory, '_indices'), { recursive: true, encoding: 'utf8' })) {
    const path = join('_indices', name)
    const file = statSync(join(tableDirectory, path))
    if (file.isFile()) found[path] = file.size
  }
  return found
}

/**
 * Makes sure that no index file is missing or cut off. LanceDB takes some such files for an old format and then finds
 * nothing, without an error.
 *
 * @throws Error, not a coded one, naming the first file that differs.
 */
export function checkIndexFiles(tableDirectory: string, files: IndexFiles): void {
  for (const [path, sizeBytes] of Object.entries(files)) {
    const found = statSync(join(tableDirectory, path), { throwIfNoEntry: false })?.size
    if (found !== sizeBytes) throw new Error(`Index file ${path} has ${found ?? 'no'} bytes and not ${sizeBytes}.`)
  }
}
