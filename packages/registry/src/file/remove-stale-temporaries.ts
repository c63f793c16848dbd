import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Removes what a killed process left of its own unfinished write beside the registry.
 *
 * Call it only under the lock: nobody else is writing then.
 *
 * @param file - The registry.
 */
export async function removeStaleTemporaries(file: string): Promise<void> {
  const names = await readdir(dirname(file)).catch(() => [])
  const prefix = `${basename(file)}.`
  for (const name of names)
    // `write-file-atomic` adds a 32-bit number.
    if (name.startsWith(prefix) && /^\d{1,10}$/.test(name.slice(prefix.length)))
      await rm(join(dirname(file), name), { force: true })
}
