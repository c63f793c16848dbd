export type {
  AgentEntry,
  AgentErc8004,
  AgentPayment,
  AgentPerformance,
  AgentReads,
  AgentSkill,
  AgentTriggers,
} from './agent-entry.ts'
export {
  AgentNotFoundError,
  AgentRemovedError,
  AliasCycleError,
  AliasDanglingError,
  RegistryEditRefusedError,
  RegistryInvalidError,
  RegistryYamlInvalidError,
} from './errors.ts'
export { AgentEntrySchema } from './file/agent-entry-schema.ts'
export type { KnowledgeLocations } from './file/knowledge-locations.ts'
export { readRegistry } from './file/read-registry.ts'
export type { RegisteredAgent, RegisteredModule, Registry } from './file/registry.ts'
export type { Edited, ModuleRegistration, RegistryEditor } from './file/registry-editor.ts'
export { nearestIds, resolveAgent } from './file/resolve-agent.ts'
export type { ResolvedAgent } from './file/resolve-agent.ts'
export { updateRegistry } from './file/update-registry.ts'
export type { UpdateOptions } from './file/update-registry.ts'
export type { Finding } from './finding.ts'
export { agentSourceFile } from './importers/agent-source.ts'
export type { IdConflict } from './importers/assign-ids.ts'
export type { FileReading, ImportedAgent, ImportFormat, SkippedFile } from './importers/file-reading.ts'
export { importAgents } from './importers/import-agents.ts'
export type { ImportedId, ImportOptions, ImportReport } from './importers/import-agents.ts'
export { readAgentBody } from './importers/read-agent-body.ts'
export { readAgentFile } from './importers/read-agent-file.ts'
export { readCatalogue } from './catalogue.ts'
export type { Catalogue } from './catalogue.ts'
export { agentTags, normaliseTag } from './find/agent-tags.ts'
export type { FindExplanation, FindOptions, FindResult, FoundAgent } from './find/finder.ts'
export { openFinder } from './find/open-finder.ts'
export type { Finder } from './find/open-finder.ts'
export type { IndexHost } from './find/refresh-index.ts'
export type { FindIndexUpdate } from './find/update-index.ts'
export { examineSpace } from './doctor/examine-space.ts'
export type { Examination } from './doctor/examine-space.ts'
