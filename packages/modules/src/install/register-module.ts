import { join } from 'node:path'
import { ifCoded } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import type { SourceEntry } from '@datacortex/plugin'
import { type AgentEntry, type RegistryEditor, updateRegistry } from '@datacortex/registry'
import { inspectModule } from '../contents/inspect-module.ts'
import { keepWrittenFields } from './keep-written-fields.ts'
import { type LockedModule, setLockedModule } from './modules-lock.ts'
import { readModuleFolder } from '../fetch/read-module-folder.ts'
import { setModuleSources } from './sources-file.ts'
import type { DryRun } from './yaml-file.ts'

export type ModuleEntries = Readonly<Record<string, AgentEntry>>

/** What the space's files say of an installed module. */
export type Registration = DryRun & {
  readonly agents: ModuleEntries
  /** What the files of the module gave before, if that is known; see {@link keepWrittenFields}. */
  readonly given: ModuleEntries | undefined
  readonly sources: Readonly<Record<string, SourceEntry>>
  readonly locked: LockedModule
  /** Told before each file is written. */
  readonly onStep?: ((step: 'lock' | 'registry' | 'sources') => void) | undefined
}

/**
 * Makes lock file, registry and sources say exactly this of a module, beside what others wrote into its agents' entries;
 * can be run twice.
 */
export async function registerModule(
  paths: SpacePaths,
  name: string,
  { agents, given, sources, locked, onStep, dryRun }: Registration,
): Promise<boolean> {
  onStep?.('lock')
  const lockChanged = await setLockedModule(paths, name, { entry: locked, dryRun })
  onStep?.('registry')
  const registryChanged = await updateRegistry(
    paths,
    (editor) => {
      if (Object.keys(agents).length === 0) return editor.deleteModule(name)
      const entries = withWrittenFields(editor, { name, agents, given })
      return editor.setModule(name, { source_module: name, agents: entries }) !== 'unchanged'
    },
    { dryRun },
  )
  onStep?.('sources')
  const sourcesChanged = await setModuleSources(paths, name, { sources, dryRun })
  return lockChanged || registryChanged || sourcesChanged
}

function withWrittenFields(
  { registry, get }: RegistryEditor,
  { name, agents, given }: Pick<Registration, 'agents' | 'given'> & { readonly name: string },
): ModuleEntries {
  const own = new Set(registry.modules.get(name)?.agentIds)
  const pairs = Object.entries(agents).map(([id, entry]) => {
    const registered = own.has(id) ? get(id) : undefined
    return [id, keepWrittenFields(entry, { registered, given: given?.[id] })] as const
  })
  return Object.fromEntries(pairs)
}

/** The agents that the files in a folder give; undefined if there is none, or nothing that could be installed. */
export async function findEntries(directory: string, name: string): Promise<ModuleEntries | undefined> {
  const read = readModuleFolder(directory).then((files) => inspectModule(files, { origin: name }))
  return (await read.catch(ifCoded(undefined)))?.agents
}

/** Registers an installed module by what its folder holds; `given` is what that folder gave before, else the same. */
export async function registerFolder(
  paths: SpacePaths,
  name: string,
  { locked, given, dryRun }: DryRun & Pick<Registration, 'locked'> & Partial<Pick<Registration, 'given'>>,
): Promise<boolean> {
  const files = await readModuleFolder(join(paths.modulesDirectory, name))
  const { agents, manifest } = await inspectModule(files, { origin: name })
  const { sources } = manifest.provides
  return registerModule(paths, name, { agents, given: given ?? agents, sources, locked, dryRun })
}

/** Takes a module out of registry, sources and lock file; can be run twice. */
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
