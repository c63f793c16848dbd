import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from '@datacortex/platform'
import { inject } from 'vitest'

/** A folder that all test files share, and what making it told. */
export type Made = { readonly root: string; readonly report: unknown }

/**
 * Makes a folder for all test files: the first one that asks makes it, the others wait.
 *
 * @param name - Of the folder.
 * @param make - Makes the folder, which is not there yet; what it gives back is kept as JSON.
 */
export async function madeOnce(name: string, make: (root: string) => Promise<unknown>): Promise<Made> {
  const shared = inject('sharedFolder')
  const root = join(shared, name)
  const file = join(shared, `${name}.json`)
  const making = async (): Promise<Made> => {
    const kept = await readFile(file, 'utf8').catch(() => undefined)
    if (kept !== undefined) return { root, report: JSON.parse(kept) as unknown }
    const report = await make(root)
    await writeFile(file, JSON.stringify(report ?? null))
    return { root, report }
  }
  // Only who hangs is not waited for.
  return await withLock(join(shared, `${name}.lock`), making, { timeoutMs: 600_000 })
}
