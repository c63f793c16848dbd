import { isDeepStrictEqual } from 'node:util'
import { schemaIssues } from '@datacortex/platform'
import type { AgentEntry } from '../agent-entry.ts'
import type { Registry } from '../registry.ts'
import { registryError } from '../../errors.ts'
import { AgentEntrySchema } from '../agent-entry-schema.ts'
import { agentFields } from '../agent-fields.ts'
import { createNormalisationLog } from '../read/normalisation-log.ts'
import { readEntry } from '../read/read-entry.ts'
import type { ModuleView, RegistryView } from '../registry-view.ts'

export type Edited = 'added' | 'updated' | 'unchanged'

export type ModuleRegistration = {
  /** Where the module comes from, by its own name. */
  readonly source_module: string
  readonly agents: Readonly<Record<string, AgentEntry>>
}

/** Changes the registry inside {@link updateRegistry}. */
export type RegistryEditor = {
  /** As re-read inside the lock, without the edits. */
  readonly registry: Registry
  /** The entry with the edits made so far. */
  readonly get: (id: string) => AgentEntry | undefined
  /** Adds an agent, or changes it where it stands. Throws `REGISTRY_INVALID` if the entry is not of the strict form. */
  readonly setAgent: (id: string, entry: AgentEntry) => Edited
  /** Removes an agent where it stands; false if there is none. */
  readonly deleteAgent: (id: string) => boolean
  /** Makes `module_agents.<name>` exactly this. Throws `REGISTRY_INVALID` as `setAgent`. */
  readonly setModule: (name: string, module: ModuleRegistration) => Edited
  readonly deleteModule: (name: string) => boolean
}

/** An editor that changes a view; the text is patched afterwards where the view differs from what was read. */
export function createEditor(registry: Registry, view: RegistryView): RegistryEditor {
  const { file } = registry
  const containers = containersOf(view)
  const modulesBefore = [...view.moduleAgents.keys()]
  const holding = (id: string): Map<string, unknown> | undefined => {
    const holders = (containers.get(id) ?? []).filter((map) => map.has(id))
    // Of several the reader takes the first one of the file.
    return holders.length < 2 ? holders[0] : containersOf(view).get(id)?.[0]
  }

  function setAgent(id: string, entry: AgentEntry): Edited {
    const canonical = checked(id, entry, file)
    const container = holding(id)
    if (container === undefined) {
      view.agents.set(id, canonical)
      containers.set(id, [...(containers.get(id) ?? []), view.agents])
      return 'added'
    }
    if (isDeepStrictEqual(container.get(id), canonical)) return 'unchanged'
    container.set(id, canonical)
    return 'updated'
  }

  function setModule(name: string, { source_module: source, agents }: ModuleRegistration): Edited {
    const entries = Object.entries(agents).map(([id, entry]) => [id, checked(id, entry, file)] as const)
    const before = agentsOf(view, { name, registry })
    if (isDeepStrictEqual(before, { source, agents: new Map(entries) })) return 'unchanged'
    for (const key of keysOf(view, { name, registry })) clear(view.moduleAgents.get(key))
    for (const key of keysOf(view, { name, registry })) if (key !== name) view.moduleAgents.delete(key)
    const made = new Map(entries)
    view.moduleAgents.set(
      name,
      new Map<string, string | Map<string, AgentEntry>>([
        ['source_module', source],
        ['agents', made],
      ]),
    )
    keepOrder(view.moduleAgents, modulesBefore)
    for (const [id] of entries) containers.set(id, [...(containers.get(id) ?? []), made])
    return before === undefined ? 'added' : 'updated'
  }

  function deleteModule(name: string): boolean {
    const keys = keysOf(view, { name, registry })
    for (const key of keys) {
      clear(view.moduleAgents.get(key))
      view.moduleAgents.delete(key)
    }
    return keys.length > 0
  }

  return {
    registry,
    get: (id) => {
      const entry = holding(id)?.get(id)
      return isEntry(entry) ? entry : undefined
    },
    setAgent,
    deleteAgent: (id) => holding(id)?.delete(id) ?? false,
    setModule,
    deleteModule,
  }
}

/** The text is patched in place: a module that is taken out and put back stands where it stood in the file. */
function keepOrder(modules: Map<string, unknown>, before: readonly string[]): void {
  const placeOf = (name: string): number => (before.includes(name) ? before.indexOf(name) : before.length)
  const entries = [...modules].toSorted(([one], [other]) => placeOf(one) - placeOf(other))
  modules.clear()
  for (const [name, module] of entries) modules.set(name, module)
}

function checked(id: string, entry: AgentEntry, file: string): AgentEntry {
  const issues: string[] = []
  if (!isId(id))
    issues.push(`the id ${JSON.stringify(id.slice(0, 60))} is empty, too long or has characters that no id can have`)
  const result = AgentEntrySchema.safeParse(entry)
  if (!result.success) issues.push(...schemaIssues(result.error).map((issue) => `${id}.${issue}`))
  if (issues.length > 0) throw registryError('REGISTRY_INVALID', { file, issues })
  // Through JSON, so that the entry is what a reader of the file will see: no undefined, no instances.
  const plain: unknown = JSON.parse(JSON.stringify(inOrder(entry)))
  const log = createNormalisationLog(file)
  const read = readEntry(id, plain, log)
  if (read === undefined) throw registryError('REGISTRY_INVALID', { file, issues: [`${id} is no map`] })
  return read.entry
}

// "<<" means a merge in YAML.
function isId(id: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return id !== '' && id !== '<<' && id.length <= 200 && !/[\u0000-\u001f\u007f]/.test(id)
}

function inOrder(entry: AgentEntry): Readonly<Record<string, unknown>> {
  const keys = new Set([...Object.keys(agentFields), ...Object.keys(entry)])
  const fields: Readonly<Record<string, unknown>> = entry
  return Object.fromEntries([...keys].map((key) => [key, fields[key]]))
}

// So that no list of containers still holds the agents of a module that is gone.
function clear(module: ModuleView | AgentEntry | undefined): void {
  if (!(module instanceof Map)) return
  for (const inner of module.values()) if (inner instanceof Map) inner.clear()
  module.clear()
}

function containersOf(view: RegistryView): Map<string, Map<string, unknown>[]> {
  const containers = new Map<string, Map<string, unknown>[]>()
  const add = (map: Map<string, unknown>): void => {
    for (const [id, value] of map) if (isEntry(value)) containers.set(id, [...(containers.get(id) ?? []), map])
  }
  add(view.agents)
  for (const [id, value] of view.moduleAgents) {
    if (!(value instanceof Map)) containers.set(id, [...(containers.get(id) ?? []), view.moduleAgents])
    else for (const map of [value, value.get('agents')]) if (map instanceof Map) add(map)
  }
  return containers
}

function agentsOf(
  view: RegistryView,
  { name, registry }: { name: string; registry: Registry },
): { source: string; agents: ReadonlyMap<string, AgentEntry> } | undefined {
  const keys = keysOf(view, { name, registry })
  if (keys.length === 0) return undefined
  const value = view.moduleAgents.get(name)
  if (value instanceof Map) {
    const agents = value.get('agents')
    return { source: sourceOf(value, name), agents: agents instanceof Map ? agents : onlyEntries(value) }
  }
  return { source: name, agents: new Map(keys.flatMap((key) => entryAt(view, key))) }
}

// The key of the module, and the keys of agents that stand directly under `module_agents` and belong to it.
function keysOf(view: RegistryView, { name, registry }: { name: string; registry: Registry }): readonly string[] {
  const flat = registry.modules.get(name)?.agentIds ?? []
  const keys = flat.filter((id) => entryAt(view, id).length > 0)
  return view.moduleAgents.get(name) instanceof Map ? [name, ...keys] : keys
}

function entryAt(view: RegistryView, key: string): readonly (readonly [string, AgentEntry])[] {
  const value = view.moduleAgents.get(key)
  return value === undefined || value instanceof Map ? [] : [[key, value]]
}

function sourceOf(module: ModuleView, name: string): string {
  const source = module.get('source_module')
  return typeof source === 'string' ? source : name
}

function onlyEntries(module: ModuleView): ReadonlyMap<string, AgentEntry> {
  return new Map([...module].flatMap(([id, value]) => (isEntry(value) ? [[id, value] as const] : [])))
}

function isEntry(value: unknown): value is AgentEntry {
  return typeof value === 'object' && value !== null && !(value instanceof Map)
}
