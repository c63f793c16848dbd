import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CodedError } from '@datacortex/errors'
import {
  type ApprovalOptions,
  type FetchLimits,
  makeFolderSync,
  patientLimit,
  patientLimits,
  readSecret,
  readSettings,
  schemaIssues,
  spaceFetchOptions,
  unwritable,
  withTimeLimit,
} from '@datacortex/platform'
import { type Logger, type Plugin, type PluginKind, pluginError } from '@datacortex/plugin'
import { moduleError } from '../errors.ts'
import { noteModuleCode } from '../module-code-ran.ts'
import { type ModuleCommandOptions, checkModuleCommand } from '../trust/module-command.ts'
import { type ModuleTrust, checkModuleTrust } from '../trust/check-module-trust.ts'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { findEntry } from '../contents/module-package.ts'
import { failureReason } from './failure-reason.ts'
import { type LimitedFetchOptions, limitedFetch, limitedSocket } from './limited-fetch.ts'
import { type LoadedPlugin, checkPlugin, checkStarted, moduleSettings } from './plugin-contract.ts'
import { namedHosts } from '../trust/granted-by.ts'
import { providePackages } from './provide-packages.ts'

/** What a plugin is started with. */
export type LoadPluginOptions = ApprovalOptions &
  ModuleCommandOptions &
  Pick<LimitedFetchOptions, 'robots' | 'onRequest'> & {
    /** Nothing is logged if absent. */
    readonly log?: Logger | undefined
    readonly now?: (() => number) | undefined
    /** Hosts that the user's settings grant beside those of the manifest: `host` or `host:port`. */
    readonly network?: readonly string[] | undefined
    /** Of its requests; patient ones for models and agents, else the usual ones, if absent. */
    readonly limits?: Partial<FetchLimits> | undefined
    /** Names of secrets that the user's settings grant beside those of the manifest. */
    readonly secrets?: readonly string[] | undefined
    /** For import, for `setup` and for ending it, each; 10,000 if absent. */
    readonly timeoutMs?: number | undefined
    /** Further conditions of package.json `exports`. */
    readonly conditions?: readonly string[] | undefined
    readonly signal?: AbortSignal | undefined
  }

/**
 * Imports and starts the code of a module, on first use.
 *
 * Code of an installed module runs only if its files are those of `modules.lock.yaml` and this user approved them, that
 * of a package in `node_modules` if this user approved its files; a program that the settings name runs only if this user approved exactly it.
 * @throws `MODULE_INTEGRITY_CHANGED`, `MODULE_NOT_APPROVED`, `MODULE_COMMAND_NOT_APPROVED`,
 *   `MODULE_SETTINGS_INVALID`, `PLUGIN_INVALID`, `MODULE_CODE_FAILED`: the module is to be set
 *   aside, the others go on.
 * @example await using plugin = await loadPlugin(module, { paths })
 */
export async function loadPlugin(module: DiscoveredModule, options: LoadPluginOptions): Promise<LoadedPlugin> {
  const { name, directory } = module
  const { timeoutMs = patientLimit(10_000), signal, paths } = options
  const limit = { timeoutMs, signal, what: 'starting it' }
  const trusted = await checkModuleTrust(module, options)
  try {
    if (module.origin !== 'bundled') noteModuleCode()
    if (module.origin === 'installed') providePackages(directory)
    const url = pathToFileURL(await entryFile(module, options.conditions))
    // Another version is another URL, so that an upgrade in a running process takes effect.
    url.search = trusted.integrity === undefined ? '' : `?integrity=${encodeURIComponent(trusted.integrity)}`
    const loaded: unknown = await withTimeLimit(() => import(url.href), { ...limit, what: 'importing it' })
    const plugin = checkPlugin(loaded, { name })
    const config = parseConfig(plugin, { module, options })
    const command = await checkModuleCommand(module, options)
    const secrets = new Set([...grantedSecrets(module, trusted), ...(options.secrets ?? [])])
    const toHosts = namedHosts(module, options)
    const asked = {
      hosts: trusted.permissions.network,
      granted: options.network,
      space: async () => spaceFetchOptions(paths, (await readSettings(paths)).network),
    }
    const context = {
      config,
      log: namedLogger(name, options.log),
      socket: limitedSocket(name, asked),
      fetch: limitedFetch(name, {
        ...asked,
        limits: { ...(patient.has(plugin.kind) ? patientLimits : {}), ...options.limits },
        robots: options.robots,
        onRequest: options.onRequest,
      }),
      secret: async (secret: string) => {
        if (!secrets.has(secret)) throw moduleError('MODULE_SECRET_REFUSED', { name, secret })
        // Those of a command were approved with it.
        const sentTo = command?.env.includes(secret) === true ? [] : toHosts
        return await readSecret(paths, secret, { sentTo, userDirectory: options.userDirectory })
      },
      now: options.now ?? Date.now,
      // Most code has no use for it, and a dry run should leave nothing behind.
      get dataDir() {
        return madeFolder(join(paths.stateDirectory, 'modules', name))
      },
    }
    const started: unknown = await withTimeLimit(() => plugin.setup(context), limit)
    return checkStarted(started, { module, kind: plugin.kind, timeoutMs })
  } catch (error) {
    if (signal?.aborted === true || CodedError.is(error)) throw error
    throw moduleError('MODULE_CODE_FAILED', { name, reason: await failureReason(error, module) }, { cause: error })
  }
}

// They think before they answer, and have limits of their own.
const patient: ReadonlySet<PluginKind> = new Set<PluginKind>(['runner', 'writer', 'speech'])

function madeFolder(path: string): string {
  try {
    makeFolderSync(path)
  } catch (error) {
    throw unwritable(path, error)
  }
  return path
}

async function entryFile(module: DiscoveredModule, conditions: readonly string[] | undefined): Promise<string> {
  const entry = await findEntry(module, conditions)
  if (entry !== undefined) return entry
  const issues = ['no package.json names its code under exports["."]']
  throw pluginError('PLUGIN_INVALID', { name: module.name, issues, wrong: 'package' })
}

function grantedSecrets({ manifest }: DiscoveredModule, { permissions }: ModuleTrust): readonly string[] {
  const { required, optional } = manifest.requires.env_vars
  // What the manifest requires was shown at installation, as its permissions were.
  return [...permissions.env, ...required, ...optional]
}

function parseConfig(
  plugin: Plugin,
  { module, options }: { readonly module: DiscoveredModule; readonly options: LoadPluginOptions },
): unknown {
  const { name, manifest } = module
  const merged = { ...moduleSettings(manifest), ...options.settings }
  if (plugin.config === undefined) return merged
  const result = plugin.config.safeParse(merged)
  if (result.success) return result.data
  const issues = schemaIssues(result.error)
  if (options.settings !== undefined)
    throw moduleError('MODULE_SETTINGS_INVALID', { name, at: options.settingsAt ?? `plugins.${name}`, issues })
  throw pluginError('PLUGIN_INVALID', { name, issues, wrong: 'settings' })
}

/** A logger that says in each line which module wrote it, as `plugin`, which the module itself can't change. */
function namedLogger(plugin: string, log: Logger | undefined): Logger {
  return {
    debug: (facts, message) => log?.debug({ ...facts, plugin }, message),
    info: (facts, message) => log?.info({ ...facts, plugin }, message),
    warn: (facts, message) => log?.warn({ ...facts, plugin }, message),
    error: (facts, message) => log?.error({ ...facts, plugin }, message),
  }
}
