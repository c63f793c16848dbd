export { checkManifest } from './check-manifest.ts'
export type { CheckedManifest } from './check-manifest.ts'
export { definePlugin } from './define-plugin.ts'
export type { Plugin, PluginContext } from './define-plugin.ts'
export { ManifestInvalidError, PluginInvalidError } from './errors.ts'
export { hookPoints } from './kinds.ts'
export type {
  Closable,
  Directory,
  FoundDocument,
  HookAnswer,
  HookPayloads,
  HookPoint,
  Hooks,
  OutputVerdict,
  PluginKind,
  PluginKinds,
  ReadDocument,
  Source,
  SubAgent,
  SubAgentInput,
  Writer,
} from './kinds.ts'
export type { Logger } from './logger.ts'
export { Manifest, moduleName } from './manifest.ts'
export type { Permissions, SourceEntry, SubAgentEntry } from './manifest.ts'
export type { Runner, RunnerOptions, RunnerResult, RunnerTask } from './runner.ts'
