import { readdir, realpath, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Removes what a killed process left of its own unfinished write beside the registry.
 *
 * Call it only under the lock: nobody else is writing then.
 */
export async function removeStaleTemporaries(file: string): Promise<void> {
  const target = await realpath(file).catch(() => file)
  const names = await readdir(dirname(target)).catch(() => [])
  // As `writeFileAtomically` names them: `.<name>.<random UUID>.tmp`.
  const prefix = `.${basename(target).slice(0, 40)}.`
  const stale = names.filter(
    (name) => name.startsWith(prefix) && /^[0-9a-f-]{36}\.tmp$/.test(name.slice(prefix.length)),
  )
  for (const name of stale) await rm(join(dirname(target), name), { force: true })
}
