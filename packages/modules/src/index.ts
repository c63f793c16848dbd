export { moduleError } from './errors.ts'
export { readCatalogue, type Catalogue } from './catalogue.ts'
export { readAgentsToFind } from './agents-to-find.ts'
export { examineCatalogue } from './doctor/examine-catalogue.ts'
export { approveModule, isModuleApproved, moduleApproval } from './trust/approvals.ts'
export {
  approveCommand,
  checkModuleCommand,
  commandApproval,
  isCommandApproved,
  moduleCommand,
} from './trust/module-command.ts'
export { checkModuleTrust, packageCode } from './trust/check-module-trust.ts'
export { grantedBy, namedHosts } from './trust/granted-by.ts'
export { discoverModules } from './discover/discover-modules.ts'
export type { BrokenModule, DiscoveredModule } from './discover/discovered-module.ts'
export { emitHook, type EmitHookOptions } from './plugins/emit-hook.ts'
export { loadPlugin, type LoadPluginOptions } from './plugins/load-plugin.ts'
export { installModule, type InstalledModule } from './install/install-module.ts'
export { singleCopyReason } from './install/verify-module.ts'
export { planModuleInstall, type ModulePlan } from './install/plan-module-install.ts'
export { removeModule, type RemovedModule } from './install/remove-module.ts'
export { syncModules, type SyncedModules } from './install/sync-modules.ts'
export { examineModule, examinePlan, refuseBrokenCode, isCodeAsked } from './trial/examine-module.ts'
export { openSubAgents, subAgentSettings } from './subagents/open-sub-agents.ts'
