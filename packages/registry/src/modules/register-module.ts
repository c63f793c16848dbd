import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import type { SourceEntry } from '@datacortex/plugin'
import type { AgentEntry } from '../agent-entry.ts'
import { updateRegistry } from '../file/update-registry.ts'
import { inspectModule } from './inspect-module.ts'
import type { LockedModule } from './modules-lock.ts'
import { setLockedModule } from './modules-lock.ts'
import { readModuleFolder } from './read-module-folder.ts'
import { setModuleSources } from './sources-file.ts'
import type { DryRun } from './yaml-file.ts'

/** What the space's files say of an installed module. */
export type Registration = DryRun & {
  readonly agents: Readonly<Record<string, AgentEntry>>
  readonly sources: Readonly<Record<string, SourceEntry>>
  readonly locked: LockedModule
  /** Told before each file is written. */
  readonly onStep?: ((step: 'lock' | 'registry' | 'sources') => void) | undefined
}

/**
 * Makes lock file, registry and sources say exactly this of a module; can be run twice.
 *
 * @returns Whether a file changed.
 */
export async function registerModule(
  paths: SpacePaths,
  name: string,
  { agents, sources, locked, onStep, dryRun }: Registration,
): Promise<boolean> {
  onStep?.('lock')
  const lockChanged = await setLockedModule(paths, name, { entry: locked, dryRun })
  onStep?.('registry')
  const registryChanged = await updateRegistry(
    paths,
    (editor) => {
      if (Object.keys(agents).length === 0) return editor.deleteModule(name)
      return editor.setModule(name, { source_module: name, agents }) !== 'unchanged'
    },
    { dryRun },
  )
  onStep?.('sources')
  const sourcesChanged = await setModuleSources(paths, name, { sources, dryRun })
  return lockChanged || registryChanged || sourcesChanged
}

/**
 * Registers an installed module by what its folder holds.
 *
 * @returns Whether a file changed.
 */
export async function registerFolder(
  paths: SpacePaths,
  name: string,
  { locked, dryRun }: DryRun & { readonly locked: LockedModule },
): Promise<boolean> {
  const files = await readModuleFolder(join(paths.modulesDirectory, name))
  const { agents, manifest } = await inspectModule(files, { origin: name })
  return registerModule(paths, name, { agents, sources: manifest.provides.sources, locked, dryRun })
}

/**
 * Takes a module out of registry, sources and lock file; can be run twice.
 *
 * @returns The ids of the agents that were taken out.
 */
export async function unregisterModule(
  paths: SpacePaths,
  name: string,
  { dryRun }: DryRun = {},
): Promise<readonly string[]> {
  const agents = await updateRegistry(
    paths,
    (editor) => {
      const ids = editor.registry.modules.get(name)?.agentIds ?? []
      editor.deleteModule(name)
      return ids
    },
    { dryRun },
  )
  await setModuleSources(paths, name, { sources: {}, dryRun })
  // Last, because it is what `syncModules` finds an interrupted removal by.
  await setLockedModule(paths, name, { entry: undefined, dryRun })
  return agents
}
