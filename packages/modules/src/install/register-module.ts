import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ifCoded, withoutUndefined } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import type { SourceEntry } from '@datacortex/plugin'
import { type AgentEntry, type RegistryEditor, updateRegistry, agentFields, isField } from '@datacortex/registry'
import { inspectModule } from '../contents/inspect-module.ts'
import { type LockedModule, setLockedModule } from './modules-lock.ts'
import { readModuleFolder } from '../fetch/read-module-files.ts'
import { setModuleSources } from './sources-file.ts'
import type { DryRun } from './yaml-file.ts'
import { type JournalEntry, clearStaging, findInterrupted, swapIntoPlace } from './install-journal.ts'

export type ModuleEntries = Readonly<Record<string, AgentEntry>>

export type Registration = DryRun & {
  readonly agents: ModuleEntries
  /** What the files of the module gave before, if that is known; see {@link keepWrittenFields}. */
  readonly given: ModuleEntries | undefined
  readonly sources: Readonly<Record<string, SourceEntry>>
  readonly locked: LockedModule
  /** Called before each file is written. */
  readonly onStep?: ((step: 'lock' | 'registry' | 'sources') => void) | undefined
}

/** Makes lock file, registry and sources say exactly this of a module; can be run twice. */
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
  return (await inspectFolder(directory, name).catch(ifCoded(undefined)))?.agents
}

async function inspectFolder(directory: string, name: string): ReturnType<typeof inspectModule> {
  return await inspectModule(await readModuleFolder(directory), { origin: name })
}

/** Registers an installed module by what its folder holds; `given` is what that folder gave before, else the same. */
export async function registerFolder(
  paths: SpacePaths,
  name: string,
  { locked, given, dryRun }: DryRun & Pick<Registration, 'locked'> & Partial<Pick<Registration, 'given'>>,
): Promise<boolean> {
  const { agents, manifest } = await inspectFolder(join(paths.modulesDirectory, name), name)
  const { sources } = manifest.provides
  return registerModule(paths, name, { agents, given: given ?? agents, sources, locked, dryRun })
}

/** Takes a module out of registry, sources and lock file; can be run twice. */
export async function unregisterModule(paths: SpacePaths, name: string, { dryRun }: DryRun = {}) {
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

export type EntryStates = {
  /** As the registry has it. */
  readonly registered: AgentEntry | undefined
  /** As the files of the module gave it before; undefined if that is not known. */
  readonly given?: AgentEntry | undefined
}

/** The entry that a module gives, with what programs and people wrote into the registered one beside its files. */
export function keepWrittenFields(entry: AgentEntry, { registered, given }: EntryStates): AgentEntry {
  if (registered === undefined) return entry
  const performance = kept(registered.performance, given?.performance) ?? entry.performance
  const open = Object.keys(registered).filter((key) => !isField(key) || agentFields[key].writtenBy === 'people')
  const added = differing(registered, { given, keys: open })
  const erc8004 = identityOf(entry.erc8004, { registered: registered.erc8004, given: given?.erc8004 })
  return { ...added, ...entry, ...withoutUndefined({ performance, erc8004 }) }
}

/** What a registration on a chain writes; the rest of `erc8004` is for people and manifests. */
const writtenByPrograms = ['agentId', 'wallet', 'chainRegistrations'] as const

function identityOf(
  erc8004: AgentEntry['erc8004'],
  { registered, given }: { readonly registered: AgentEntry['erc8004']; readonly given: AgentEntry['erc8004'] },
): AgentEntry['erc8004'] {
  if (registered === undefined) return erc8004
  const merged = {
    ...differing(registered, { given, keys: Object.keys(registered) }),
    ...erc8004,
    ...differing(registered, { given, keys: writtenByPrograms }),
  }
  return Object.keys(merged).length === 0 ? undefined : merged
}

/** The fields whose values did not come from the files of the module. */
function differing<T extends object>(
  registered: T,
  { given, keys }: { readonly given: T | undefined; readonly keys: readonly string[] },
): Partial<T> {
  const before = new Map<string, unknown>(Object.entries(given ?? {}))
  const pairs = Object.entries(registered).filter(
    ([key, value]) => keys.includes(key) && kept(value, before.get(key)) !== undefined,
  )
  return Object.fromEntries(pairs) as Partial<T>
}

function kept<T>(registered: T, given: T): T | undefined {
  return isDeepStrictEqual(registered, given) ? undefined : registered
}

/** Finishes installations that were decided when they were killed. Call it only while holding the lock. */
export async function recoverModules(paths: SpacePaths): Promise<readonly JournalEntry[]> {
  const interrupted = await findInterrupted(paths)
  for (const { staging, entry } of interrupted) {
    await swapIntoPlace(staging, entry.name)
    const { agents, manifest } = await inspectFolder(join(paths.modulesDirectory, entry.name), entry.name)
    await registerModule(paths, entry.name, {
      agents,
      given: await findEntries(join(staging.directory, 'old'), entry.name),
      sources: manifest.provides.sources,
      locked: {
        version: manifest.version,
        origin: entry.origin,
        integrity: entry.integrity,
        permissions: manifest.permissions,
        installed_at: entry.installedAt,
      },
    })
    await clearStaging(staging)
  }
  return interrupted.map(({ entry }) => entry)
}
