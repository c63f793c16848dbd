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
export { agentHooks } from './hooks/agent-hooks.ts'
export type { AgentHook, HookPhase } from './hooks/agent-hooks.ts'
export { readRegistry } from './file/read-registry.ts'
export type { RegisteredAgent, RegisteredModule, Registry } from './file/registry.ts'
export type { Edited, ModuleRegistration, RegistryEditor } from './file/registry-editor.ts'
export { isOutsideCaller } from './file/outside-callers.ts'
export { currentId } from './file/current-id.ts'
export { findId } from './file/find-id.ts'
export type { NameKey } from './file/name-keys.ts'
export { foldedName, nameKeys } from './file/name-keys.ts'
export { nearestNames } from './file/nearest-names.ts'
export { nearestIds, resolveAgent } from './file/resolve-agent.ts'
export type { ResolvedAgent } from './file/resolve-agent.ts'
export { updateRegistry } from './file/update-registry.ts'
export type { UpdateOptions } from './file/update-registry.ts'
export type { Finding } from '@datacortex/errors'
export { agentSourceFile, promptFile } from './importers/agent-source.ts'
export type { IdConflict } from './importers/assign-ids.ts'
export type { FileReading, ImportedAgent, ImportFormat, SkippedFile } from './importers/file-reading.ts'
export { importAgents } from './importers/import-agents.ts'
export type { ImportedId, ImportOptions, ImportReport } from './importers/import-agents.ts'
export { readAgentBody } from './importers/read-agent-body.ts'
export type { AgentBody } from './importers/read-agent-body.ts'
export { readAgentFile } from './importers/read-agent-file.ts'
export { readCatalogue } from './catalogue.ts'
export type { Catalogue } from './catalogue.ts'
export { agentTags, normaliseTag } from './find/agent-tags.ts'
export type { FindExplanation, FindOptions, FindResult, FoundAgent } from './find/finder.ts'
export { openFinder } from './find/open-finder.ts'
export type { Finder } from './find/open-finder.ts'
export type { IndexHost, UtteranceSource } from './find/refresh-index.ts'
export type { FindIndexUpdate } from './find/update-index.ts'
export { examineSpace } from './doctor/examine-space.ts'
export type { Examination } from './doctor/examine-space.ts'
export {
  ModuleCodeFailedError,
  ModuleContentRefusedError,
  ModuleFetchFailedError,
  ModuleFileInvalidError,
  ModuleIdClashError,
  ModuleIntegrityChangedError,
  ModuleNetworkRefusedError,
  ModuleNotApprovedError,
  ModuleNotInstalledError,
  ModuleFolderMissingError,
  ModuleSecretRefusedError,
  ModuleSpecInvalidError,
} from './errors.ts'
export type { ApprovalOptions } from '@datacortex/platform'
export {
  ModuleCommandNotApprovedError,
  ModuleImportRefusedError,
  ModuleSettingsInvalidError,
} from './modules/errors.ts'
export { approveCommand, hasCommandApproval, isCommandApproved, revokeCommand } from './modules/command-approvals.ts'
export { approveModule, hasModuleApproval, isModuleApproved, revokeModule } from './modules/approvals.ts'
export { checkModuleCommand } from './modules/check-module-command.ts'
export type { CheckModuleCommandOptions } from './modules/check-module-command.ts'
export { checkModuleTrust } from './modules/check-module-trust.ts'
export type { ModuleTrust } from './modules/check-module-trust.ts'
export { discoverModules } from './modules/discover-modules.ts'
export { packageCode } from './modules/package-code.ts'
export type { PackageCode } from './modules/package-code.ts'
export type { DiscoverOptions } from './modules/discover-modules.ts'
export type { BrokenModule, DiscoveredModule, Discovery } from './modules/discovered-module.ts'
export { emitHook } from './modules/emit-hook.ts'
export type { EmitHookOptions, HookReport } from './modules/emit-hook.ts'
export type { FetchModuleOptions } from './modules/fetch-module.ts'
export { installModule } from './modules/install-module.ts'
export type { InstalledModule, InstallModuleOptions } from './modules/install-module.ts'
export { loadPlugin } from './modules/load-plugin.ts'
export type { LoadPluginOptions } from './modules/load-plugin.ts'
export type { LoadedPlugin } from './modules/loaded-plugin.ts'
export { moduleCommand } from './modules/module-command.ts'
export type { ModuleCommand } from './modules/module-command.ts'
export type { ModuleFiles, ModuleLimits } from './modules/module-files.ts'
export type { ModuleOrigin } from './modules/module-spec.ts'
export { namedHosts } from './modules/named-hosts.ts'
export { readModulesLock } from './modules/modules-lock.ts'
export type { LockedModule } from './modules/modules-lock.ts'
export { widenedPermissions } from './modules/permissions.ts'
export { planModuleInstall } from './modules/plan-module-install.ts'
export type { ModuleCode } from './modules/describe-code.ts'
export type { ModulePlan, PlanModuleOptions } from './modules/plan-module-install.ts'
export { removeModule } from './modules/remove-module.ts'
export type { RemovedModule, RemoveModuleOptions } from './modules/remove-module.ts'
export { syncModules } from './modules/sync-modules.ts'
export type { SyncedModules, SyncModulesOptions } from './modules/sync-modules.ts'
export { verifyModules } from './modules/verify-module.ts'
export { moduleAgents, withModules } from './modules/with-modules.ts'
export {
  ExtractionCrashedError,
  ExtractionMemoryError,
  ExtractionTimeoutError,
  SubAgentMissingError,
} from './errors.ts'
export { openSubAgents } from './subagents/open-sub-agents.ts'
export type { OpenSubAgentsOptions, SubAgents } from './subagents/open-sub-agents.ts'
export type { SentInput } from './subagents/extraction-protocol.ts'
