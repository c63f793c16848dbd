import type { AgentEntry } from './agent-entry.ts'

/** What the file says in its own nesting. The editor changes a copy; the writer patches where the two differ. */
export type RegistryView = {
  readonly agents: Map<string, AgentEntry>
  readonly moduleAgents: Map<string, ModuleView | AgentEntry>
}

/** A module as it is nested in the file: with its own fields, or agents directly under its name. */
export type ModuleView = Map<string, string | Map<string, AgentEntry> | AgentEntry>

/** A copy whose containers can be changed; entries are shared. */
export function copyView({ agents, moduleAgents }: RegistryView): RegistryView {
  return {
    agents: new Map(agents),
    moduleAgents: new Map([...moduleAgents].map(([key, value]) => [key, copyModule(value)])),
  }
}

function copyModule(value: ModuleView | AgentEntry): ModuleView | AgentEntry {
  if (!(value instanceof Map)) return value
  return new Map([...value].map(([key, inner]) => [key, inner instanceof Map ? new Map(inner) : inner]))
}
