import { isRecord } from '@datacortex/platform'
import type { AgentEntry } from '../agent-entry.ts'
import { createFieldReader, describe } from './field-reader.ts'
import type { NormalisationLog } from './normalisation-log.ts'
import { readEntry } from './read-entry.ts'
import type { ModuleView, RegistryView } from '../registry-view.ts'
import type { RegisteredAgent } from '../registry.ts'

export type ModuleAgents = {
  readonly agents: readonly RegisteredAgent[]
  /** Name of the module to its `source_module`. */
  readonly modules: ReadonlyMap<string, string>
  readonly view: RegistryView['moduleAgents']
}

type Into = { agents: RegisteredAgent[]; modules: Map<string, string>; view: RegistryView['moduleAgents'] }
type Raw = Readonly<Record<string, unknown>>

/** Reads `module_agents` in each of its layouts: `<module>.agents.<id>`, `<module>.<id>`, `<id>` with its module. */
export function readModuleAgents(raw: Raw, log: NormalisationLog): ModuleAgents {
  const into: Into = { agents: [], modules: new Map(), view: new Map() }
  for (const [key, value] of Object.entries(raw)) {
    if (value === null) log.deviates('REGISTRY_EMPTY_LIST', key)
    else if (!isRecord(value))
      log.leavesOut(key, `module_agents.${key} should be a map but is ${describe(value)}; it is left out.`)
    else if ('agents' in value || 'source_module' in value) readNested(key, value, { into, log })
    else if (isEntry(value)) readFlat(key, value, { into, log })
    else readDirect(key, value, { into, log })
  }
  return into
}

function readNested(name: string, raw: Raw, { into, log }: { into: Into; log: NormalisationLog }): void {
  const { text } = createFieldReader(name, log)
  const given = text(raw['source_module'], 'source_module')
  const agents = new Map<string, AgentEntry>()
  for (const [id, value] of keyed(name, { agents: raw['agents'], log })) {
    const read = readEntry(id, value, log)
    if (read === undefined) continue
    agents.set(id, read.entry)
    into.agents.push({ id, ...read, module: name })
  }
  into.modules.set(name, given ?? name)
  const view: ModuleView = new Map()
  if (given !== undefined) view.set('source_module', given)
  view.set('agents', agents)
  into.view.set(name, view)
}

function readFlat(id: string, raw: Raw, { into, log }: { into: Into; log: NormalisationLog }): void {
  const read = readEntry(id, raw, log)
  if (read === undefined) return
  log.deviates('REGISTRY_MODULE_LAYOUT', id)
  const module = read.module ?? /(?:^|\/)modules\/([^/]+)\//.exec(read.entry.source ?? '')?.[1]
  if (module !== undefined && !into.modules.has(module)) into.modules.set(module, module)
  into.agents.push({ id, ...read, module })
  into.view.set(id, read.entry)
}

function readDirect(name: string, raw: Raw, { into, log }: { into: Into; log: NormalisationLog }): void {
  const view: ModuleView = new Map()
  into.modules.set(name, name)
  for (const [id, value] of Object.entries(raw)) {
    const read = readEntry(id, value, log)
    if (read === undefined) continue
    log.deviates('REGISTRY_MODULE_LAYOUT', id)
    view.set(id, read.entry)
    into.agents.push({ id, ...read, module: name })
  }
  into.view.set(name, view)
}

// An agent has at least one of these fields, and not as the map that an agent of such a name would be.
function isEntry(raw: Raw): boolean {
  return ['name', 'description', 'source', 'skills', 'version', 'alias', 'deprecated', 'removed', 'module'].some(
    (key) => raw[key] !== undefined && !isRecord(raw[key]),
  )
}

function keyed(module: string, { agents, log }: { agents: unknown; log: NormalisationLog }) {
  if (agents === null || agents === undefined) return []
  if (isRecord(agents)) return Object.entries(agents)
  if (!Array.isArray(agents)) {
    log.leavesOut(module, `module_agents.${module}.agents should be a map but is ${describe(agents)}; it is left out.`)
    return []
  }
  return agents.flatMap((item: unknown): [string, unknown][] => {
    const id = isRecord(item) ? (item['id'] ?? item['name']) : item
    if (typeof id === 'string' && id !== '') return [[id, isRecord(item) ? item : {}]]
    log.leavesOut(module, `An agent in the list module_agents.${module}.agents has no name; it is left out.`)
    return []
  })
}
