import { RunnerUnknownError } from '@datacortex/execution'
import type { SpacePaths } from '@datacortex/platform'
import { readSettings } from '@datacortex/platform'

/**
 * Refuses a runner that the settings don't name: with it every task would be rejected.
 *
 * @param paths - Of the space.
 * @param name - That was asked for; `code` is the code of an agent itself.
 * @throws RunnerUnknownError, and SettingsInvalidError if nobody can tell.
 * @example await requireRunner(paths, 'claude')
 */
export async function requireRunner(paths: SpacePaths, name: string): Promise<void> {
  if (name === 'code') return
  const { named } = (await readSettings(paths)).runners
  if (!Object.hasOwn(named, name))
    throw new RunnerUnknownError({ name, askedBy: '--runner', named: Object.keys(named) })
}
