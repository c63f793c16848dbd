import { join } from 'node:path'
import { type OnProgress, type SpacePaths, approve } from '@datacortex/platform'
import type { Permissions } from '@datacortex/plugin'
import { isModuleApproved, moduleApproval } from '../trust/approvals.ts'
import { discoverModules } from '../discover/discover-modules.ts'
import { type EmitHookOptions, type HookReport, emitHook } from '../plugins/emit-hook.ts'
import { refuseClashes } from '../discover/refuse-clashes.ts'
import { clearStaging, commitJournal, makeStaging, stageFiles, swapIntoPlace, undoSwap } from './install-journal.ts'
import { type LockedModule, readModulesLock, withModulesLock } from './modules-lock.ts'
import type { ModulePlan } from './plan-module-install.ts'
import { recoverModules, findEntries, registerFolder, registerModule, unregisterModule } from './register-module.ts'
import type { Registration } from './register-module.ts'
import { findIntegrity } from './verify-module.ts'

export type InstallModuleOptions = Omit<EmitHookOptions, 'modules'> & {
  /** Checks everything and writes nothing. */
  readonly dryRun?: boolean | undefined
  readonly onProgress?: OnProgress | undefined
  /** The modules that come with the program. */
  readonly bundledDirectory?: string | undefined
}

/** What was installed. */
export type InstalledModule = {
  readonly module: string
  readonly version: string
  readonly agents: readonly string[]
  readonly sources: readonly string[]
  readonly permissions: Permissions
  /** Whether any file of the space was changed (with `dryRun`: would be). */
  readonly changed: boolean
  readonly hookReports: readonly HookReport[]
}

/**
 * Installs what was planned: copies the files, records them in `modules.lock.yaml`, registers agents and sources,
 * remembers this user's approval, and tells the `module_installed` hooks. Calling it means that the user said yes.
 *
 * A kill at any moment leaves nothing or, once everything was staged, an installation that the next command finishes.
 * @returns Names and ids; `changed` is false if all of it was there already.
 * @throws `MODULE_ID_CLASH` if an id was taken since the plan was made; `PLATFORM_LOCK_TIMEOUT`.
 * @example await installModule(paths, plan)
 */
export async function installModule(
  paths: SpacePaths,
  plan: ModulePlan,
  options: InstallModuleOptions = {},
): Promise<InstalledModule> {
  const installedAt = new Date((options.now ?? Date.now)()).toISOString()
  const changed = await withModulesLock(paths, () => change(paths, { plan, installedAt, options }), options)
  const result = {
    module: plan.manifest.name,
    version: plan.manifest.version,
    agents: plan.agents.map(({ id }) => id),
    sources: plan.sources.map(({ id }) => id),
    permissions: plan.permissions,
    changed,
  }
  if (!changed || options.dryRun === true) return { ...result, hookReports: [] }
  const { modules } = await discoverModules(paths, options)
  const { module, version, agents, sources } = result
  const payload = { module, version, agents, sources, installedAt }
  // The reports tell of the hooks that failed.
  const receivers = { onFailure: () => {}, ...options, paths, modules }
  return { ...result, hookReports: await emitHook('module_installed', payload, receivers) }
}

type Change = {
  readonly plan: ModulePlan
  readonly installedAt: string
  readonly options: InstallModuleOptions
}

async function change(paths: SpacePaths, change: Change): Promise<boolean> {
  const { plan, options, installedAt } = change
  const { name } = plan.manifest
  if (options.dryRun !== true) await recoverModules(paths)
  await refuseClashes(paths, plan.manifest, (await discoverModules(paths, options)).modules)
  const locked = (await readModulesLock(paths)).get(name)
  const isThere = locked?.integrity === plan.integrity && (await findIntegrity(paths, name)) === plan.integrity
  if (options.dryRun === true) return !isThere
  options.signal?.throwIfAborted()
  const { integrity } = plan
  if (!(await isModuleApproved(integrity, options)))
    await approve(moduleApproval(integrity, { name, version: plan.manifest.version }), options)
  const next: LockedModule = {
    version: plan.manifest.version,
    origin: plan.origin,
    integrity,
    permissions: plan.permissions,
    installed_at: installedAt,
  }
  if (isThere) {
    // Where it came from first and when stays; what is granted now counts.
    const kept = { ...locked, permissions: plan.permissions }
    return registerModule(paths, name, { ...registered(plan), given: plan.content.entries, locked: kept })
  }
  await replace(paths, { ...change, before: locked, next })
  return true
}

async function replace(
  paths: SpacePaths,
  { plan, options, before, next }: Change & { readonly before: LockedModule | undefined; readonly next: LockedModule },
): Promise<void> {
  const { name } = plan.manifest
  const steps = ['stage', 'commit', 'swap', 'lock', 'registry', 'sources', 'clear', 'done'] as const
  const tell = (step: (typeof steps)[number]): void =>
    options.onProgress?.({ stage: 'install', done: steps.indexOf(step), total: steps.length - 1, subject: step })
  const given = await findEntries(join(paths.modulesDirectory, name), name)
  const staging = await makeStaging(paths)
  let isDecided = false
  try {
    tell('stage')
    await stageFiles(staging, plan.content.files)
    options.signal?.throwIfAborted()
    tell('commit')
    const { integrity, origin, installed_at: installedAt } = next
    isDecided = true
    await commitJournal(staging, { name, integrity, origin, installedAt })
    tell('swap')
    await swapIntoPlace(staging, name)
    await registerModule(paths, name, { ...registered(plan), given, locked: next, onStep: tell })
    tell('clear')
    await clearStaging(staging)
    tell('done')
  } catch (error) {
    if (isDecided) await undoSwap(staging, name)
    await clearStaging(staging)
    if (isDecided && before !== undefined)
      await registerFolder(paths, name, { locked: before, given: plan.content.entries })
    else if (isDecided) await unregisterModule(paths, name)
    throw error
  }
}

function registered({ content, manifest }: ModulePlan): Pick<Registration, 'agents' | 'sources'> {
  return { agents: content.entries, sources: manifest.provides.sources }
}
