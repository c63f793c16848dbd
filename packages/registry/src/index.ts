export type { AgentEntry, AgentErc8004, AgentPerformance, AgentSkill } from './agent-entry.ts'
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
export type { AgentHook } from './hooks/agent-hooks.ts'
export { readRegistry } from './file/read/read-registry.ts'
export type { RegisteredAgent, Registry } from './file/registry.ts'
export type { RegistryEditor } from './file/edit/registry-editor.ts'
export { isOutsideCaller } from './file/names/outside-callers.ts'
export { currentId } from './file/names/current-id.ts'
export { findId } from './file/names/find-id.ts'
export { foldedId, nameKeys } from './file/names/name-keys.ts'
export { nearestNames } from './file/names/nearest-names.ts'
export { nearestIds, resolveAgent } from './file/names/resolve-agent.ts'
export type { ResolvedAgent } from './file/names/resolve-agent.ts'
export { updateRegistry } from './file/edit/update-registry.ts'
export { agentSourceFile, promptFile } from './importers/collect/agent-source.ts'
export type { ImportFormat } from './importers/formats/file-reading.ts'
export { importAgents } from './importers/import-agents.ts'
export type { ImportReport } from './importers/import-agents.ts'
export { agentHosts, hostFile } from './hosts/host-file.ts'
export type { AgentHost, HostFile } from './hosts/host-file.ts'
export { usualAgentPlaces } from './importers/usual-places.ts'
export { importAgainCommand } from './importers/import-again.ts'
export { readAgentBody } from './importers/formats/read-agent-body.ts'
export { readAgentFile } from './importers/formats/read-agent-file.ts'
export { readCatalogue } from './catalogue.ts'
export type { Catalogue } from './catalogue.ts'
export { agentTags, normaliseTag } from './find/texts/agent-tags.ts'
export type { FoundAgent } from './find/finder.ts'
export { openFinder } from './find/open-finder.ts'
export type { Finder } from './find/open-finder.ts'
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
export {
  ModuleCodeRefusedError,
  ModuleCommandNotApprovedError,
  ModuleImportRefusedError,
  ModuleSettingsInvalidError,
} from './modules/errors.ts'
export {
  approveCommand,
  hasCommandApproval,
  isCommandApproved,
  revokeCommand,
} from './modules/trust/command-approvals.ts'
export { approveModule, hasModuleApproval, isModuleApproved, revokeModule } from './modules/trust/approvals.ts'
export { checkModuleCommand } from './modules/trust/check-module-command.ts'
export { checkModuleTrust } from './modules/trust/check-module-trust.ts'
export { discoverModules } from './modules/discover/discover-modules.ts'
export { packageCode } from './modules/contents/package-code.ts'
export type { BrokenModule, DiscoveredModule } from './modules/discover/discovered-module.ts'
export { emitHook } from './modules/plugins/emit-hook.ts'
export type { EmitHookOptions } from './modules/plugins/emit-hook.ts'
export { installModule } from './modules/install/install-module.ts'
export type { InstalledModule } from './modules/install/install-module.ts'
export { loadPlugin } from './modules/plugins/load-plugin.ts'
export type { LoadPluginOptions } from './modules/plugins/load-plugin.ts'
export { grantedBy } from './modules/trust/granted-by.ts'
export { moduleCommand } from './modules/trust/module-command.ts'
export { namedHosts } from './modules/trust/named-hosts.ts'
export { readModulesLock } from './modules/install/modules-lock.ts'
export { widenedPermissions } from './modules/trust/permissions.ts'
export { planModuleInstall } from './modules/install/plan-module-install.ts'
export type { ModulePlan } from './modules/install/plan-module-install.ts'
export { onlyCopy } from './modules/install/only-copy.ts'
export { removeModule } from './modules/install/remove-module.ts'
export type { RemovedModule } from './modules/install/remove-module.ts'
export { syncModules } from './modules/install/sync-modules.ts'
export type { SyncedModules } from './modules/install/sync-modules.ts'
export { examineModule } from './modules/trial/examine-module.ts'
export { examinePlan, refuseBrokenCode } from './modules/trial/examine-plan.ts'
export { isCodeAsked } from './modules/trial/is-code-asked.ts'
export { verifyModules } from './modules/install/verify-module.ts'
export { moduleAgents, withModules } from './modules/discover/with-modules.ts'
export {
  ExtractionCrashedError,
  ExtractionMemoryError,
  ExtractionTimeoutError,
  SubAgentMissingError,
} from './errors.ts'
export { openSubAgents } from './subagents/open-sub-agents.ts'
export { subAgentSettings } from './subagents/sub-agent-settings.ts'
