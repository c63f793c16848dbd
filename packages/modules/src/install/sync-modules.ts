import { basename } from 'node:path'
import { codedError } from '@datacortex/errors'
import { type SpacePaths, isFolder } from '@datacortex/platform'
import { moduleError } from '../errors.ts'
import { discoverModules } from '../discover/discover-modules.ts'
import type { BrokenModule, DiscoveredModule } from '../discover/discovered-module.ts'
import { refuseClashes } from '../discover/refuse-clashes.ts'
import type { InstallModuleOptions } from './install-module.ts'
import { type LockedModule, readModulesLock, withModulesLock } from './modules-lock.ts'
import { noPermissions } from '../trust/permissions.ts'
import { recoverModules, registerFolder, unregisterModule } from './register-module.ts'
import { findIntegrity } from './verify-module.ts'
import type { DryRun } from './yaml-file.ts'

export type SyncModulesOptions = DryRun & Pick<InstallModuleOptions, 'signal' | 'onProgress' | 'bundledDirectory'>

/** What {@link syncModules} did, by names of modules. */
export type SyncedModules = {
  /** Finished after an interruption, or found as a folder that nobody had registered. */
  readonly added: readonly string[]
  /** Their folder was gone. */
  readonly removed: readonly string[]
  /** What the space said of them had changed. */
  readonly changed: readonly string[]
  /** Left alone, and why: a bad manifest, or files that are not those that were installed. */
  readonly broken: readonly BrokenModule[]
}

/**
 * Brings the folders of `.datacore/modules/`, `modules.lock.yaml`, registry and sources in step; the folders win.
 *
 * It registers data only: a folder that came by another way than {@link installModule} gets no permission, and its
 * code is not run before it is approved by installing it.
 * @throws `MODULE_FILE_INVALID` if the lock file or sources.yaml is broken.
 * @throws `MODULE_FOLDER_MISSING` if the lock file names modules and the folder of all of them is gone;
 *   `PLATFORM_FILE_UNREADABLE` if it can't be read.
 * @example const { added, removed, changed } = await syncModules(paths)
 */
export async function syncModules(paths: SpacePaths, options: SyncModulesOptions = {}): Promise<SyncedModules> {
  return withModulesLock(paths, () => sync(paths, options), options)
}

async function sync(paths: SpacePaths, options: SyncModulesOptions): Promise<SyncedModules> {
  const { dryRun } = options
  const added = dryRun === true ? [] : (await recoverModules(paths)).map(({ name }) => name)
  const changed: string[] = []
  const removed: string[] = []
  const discovery = await discoverModules(paths, options)
  const broken = [...discovery.broken]
  const locked = await readModulesLock(paths)
  const unread = broken.find(({ path }) => path === paths.modulesDirectory)
  if (unread !== undefined) throw unread.error
  if (locked.size > 0 && !(await isFolder(paths.modulesDirectory)))
    throw moduleError('MODULE_FOLDER_MISSING', {
      directory: paths.modulesDirectory,
      modules: [...locked.keys()].sort(),
    })
  const folders = discovery.modules.filter(({ origin }) => origin === 'installed')
  for (const [index, module] of folders.entries()) {
    options.signal?.throwIfAborted()
    options.onProgress?.({ stage: 'sync', done: index, total: folders.length, subject: module.name })
    const before = locked.get(module.name)
    const outcome = await syncFolder(paths, { module, before, all: discovery.modules, options })
    if (typeof outcome !== 'boolean') broken.push(outcome)
    else if (outcome) (before === undefined ? added : changed).push(module.name)
  }
  // A folder that is there but broken keeps its entries until somebody decides.
  const present = new Set([...folders.map(({ name }) => name), ...broken.map(({ path }) => basename(path))])
  for (const name of locked.keys()) {
    if (present.has(name)) continue
    await unregisterModule(paths, name, { dryRun })
    removed.push(name)
  }
  return { added: added.sort(), removed: removed.sort(), changed, broken }
}

type Synced = {
  readonly module: DiscoveredModule
  readonly before: LockedModule | undefined
  readonly all: readonly DiscoveredModule[]
  readonly options: SyncModulesOptions
}

async function syncFolder(paths: SpacePaths, { module, before, all, options }: Synced) {
  const { name, version, directory } = module
  try {
    await refuseClashes(paths, module.manifest, all)
    const integrity = (await findIntegrity(paths, name)) ?? ''
    // Somebody changed files of what was installed: that is for a person to look at, not to take over.
    if (before !== undefined && before.integrity !== integrity)
      throw moduleError('MODULE_INTEGRITY_CHANGED', { name, expected: before.integrity, found: integrity })
    const unknown: LockedModule = {
      version,
      origin: { kind: 'folder', spec: `.datacore/modules/${name}` },
      integrity,
      permissions: noPermissions,
      installed_at: new Date().toISOString(),
    }
    return await registerFolder(paths, name, { locked: { ...(before ?? unknown), version }, dryRun: options.dryRun })
  } catch (error) {
    return { path: directory, error: codedError(error) }
  }
}
