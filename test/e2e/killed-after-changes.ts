import { watch } from 'node:fs'
import { join } from 'node:path'
import { startDatacortex } from './run-datacortex.ts'

/**
 * Runs a command that is killed as soon as it has changed so many files of its space, or has ended before that. The
 * system tells of changes a little late, so the moment differs from run to run.
 */
export async function killedAfterChanges(
  args: readonly string[],
  { cwd, changes }: { readonly cwd: string; readonly changes: number },
): Promise<void> {
  let seen = 0
  const whenSeen = Promise.withResolvers<void>()
  const watcher = watch(join(cwd, '.datacore'), { recursive: true }, () => {
    seen += 1
    if (seen >= changes) whenSeen.resolve()
  })
  const { child, ended } = startDatacortex(args, { cwd })
  try {
    await Promise.race([whenSeen.promise, ended])
    child.kill('SIGKILL')
    await ended
  } finally {
    watcher.close()
  }
}
