import { statSync } from 'node:fs'
import { attempt } from '@datacortex/errors'

/**
 * Keeps what was made of a file until the file changes, by its inode, size and times; of so many files.
 *
 * What was written just now is not kept: a disk may give the next write the same time.
 * @example const kept = whileUnchanged<Registry>(); await kept(file, async () => await parse(file))
 */
export function whileUnchanged<Made>(mostFiles = 8): (file: string, make: () => Promise<Made>) => Promise<Made> {
  const kept = new Map<string, { readonly stamp: string; readonly made: Made }>()
  return async (file, make) => {
    const stamp = settledStamp(file)
    const known = kept.get(file)
    if (known !== undefined && known.stamp === stamp) return known.made
    kept.delete(file)
    const made = await make()
    if (stamp !== undefined) kept.set(file, { stamp, made })
    for (const oldest of kept.keys()) if (kept.size > mostFiles) kept.delete(oldest)
    return made
  }
}

/** Undefined of what is not there, is no file, or was written just now. */
function settledStamp(file: string): string | undefined {
  const found = attempt(
    () => statSync(file, { bigint: true, throwIfNoEntry: false }),
    () => undefined,
  )
  if (found === undefined || !found.isFile()) return undefined
  // Some clocks of disks tick in seconds, others in hundredths.
  const settledMs = found.mtimeNs % 1_000_000n === 0n ? 2000 : 100
  if (Date.now() - Number(found.mtimeMs) < settledMs) return undefined
  return `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`
}
