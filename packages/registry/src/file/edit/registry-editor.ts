import type { AgentEntry } from '../agent-entry.ts'
import type { Registry } from '../registry.ts'

/** What an edit did to the file. */
export type Edited = 'added' | 'updated' | 'unchanged'

/** A module with its agents, as `module_agents` holds it. */
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
  /**
   * Adds an agent under `agents`, or changes it where it stands, also under `module_agents`.
   *
   * Only what differs is touched. Throws `REGISTRY_INVALID` if the entry is not of the strict form.
   */
  readonly setAgent: (id: string, entry: AgentEntry) => Edited
  /** Removes an agent where it stands; false if there is none. */
  readonly deleteAgent: (id: string) => boolean
  /** Makes `module_agents.<name>` exactly this. Throws `REGISTRY_INVALID` as `setAgent`. */
  readonly setModule: (name: string, module: ModuleRegistration) => Edited
  /** Removes a module and its agents; false if there is none. */
  readonly deleteModule: (name: string) => boolean
}
