import { join } from 'node:path'
import { type SpacePaths, isFolder } from '@datacortex/platform'
import { moduleError } from '../errors.ts'
import { readRegistry } from '@datacortex/registry'
import { clearStaging, makeStaging, restoreOld, swapOutOfPlace } from './install-journal.ts'
import { readModulesLock, withModulesLock } from './modules-lock.ts'
import { recoverModules, unregisterModule } from './register-module.ts'

export type RemoveModuleOptions = {
  /** Says what would be removed and writes nothing. */
  readonly dryRun?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** What was removed. */
export type RemovedModule = { readonly removed: string; readonly agents: readonly string[] }

/**
 * Removes an installed module: its files, its agents, its sources and its entry of `modules.lock.yaml`.
 *
 * What the module's code wrote into its own data folder under `.datacore/state/` stays.
 * @throws `MODULE_NOT_INSTALLED` with the names that are.
 * @example await removeModule(paths, 'datacore-campaigns')
 */
export async function removeModule(
  paths: SpacePaths,
  name: string,
  options: RemoveModuleOptions = {},
): Promise<RemovedModule> {
  const remove = async (): Promise<RemovedModule> => {
    if (options.dryRun !== true) await recoverModules(paths)
    const locked = await readModulesLock(paths)
    if (!locked.has(name) && !(isModuleName(name) && (await isFolder(join(paths.modulesDirectory, name)))))
      throw moduleError('MODULE_NOT_INSTALLED', { name, installed: [...locked.keys()].sort() })
    if (options.dryRun === true) {
      const { modules } = await readRegistry(paths)
      return { removed: name, agents: modules.get(name)?.agentIds ?? [] }
    }
    options.signal?.throwIfAborted()
    // The rename decides: before it nothing is removed, after it `syncModules` can finish what a kill left.
    const staging = await makeStaging(paths)
    await swapOutOfPlace(staging, name)
    try {
      return { removed: name, agents: await unregisterModule(paths, name) }
    } catch (error) {
      // Such as a registry that somebody broke: who is told that it failed must not have lost the files.
      await restoreOld(staging, name)
      throw error
    } finally {
      await clearStaging(staging)
    }
  }
  return withModulesLock(paths, remove, options)
}

export function isModuleName(name: string): boolean {
  return /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(name)
}
