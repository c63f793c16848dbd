import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGuardedFetch, patientLimits } from '@datacortex/platform'
import type { Plugin, PluginContext, Runner } from '@datacortex/plugin'
import { readManifest } from './test-manifest.ts'

/** What a runner is started with in a test. */
export type StartRunnerOptions = {
  /** Absolute path of the module's folder. */
  readonly directory: string
  /** Its settings, or a function that gives them. */
  readonly settings: unknown
  readonly secrets?: Readonly<Record<string, string>> | undefined
  readonly network?: readonly string[] | undefined
}

/** A runner that was started for a test; dispose it. */
export type StartedRunner = AsyncDisposable &
  Runner & {
    /** Hosts that it asked for and was not granted. */
    readonly refused: readonly string[]
  }

/**
 * Starts a runner as the program does: settings checked by its schema, `fetch` limited to its hosts, secrets by name.
 *
 * @param plugin - What the module's entry exports.
 * @param options - Folder, settings, secrets, hosts.
 * @example await using runner = await startRunner(plugin, { directory, settings: { command: ['cat'] } })
 */
export async function startRunner<Config>(
  plugin: Plugin<'runner', Config>,
  options: StartRunnerOptions,
): Promise<StartedRunner> {
  const { manifest } = await readManifest(options.directory)
  const given: unknown = typeof options.settings === 'function' ? await options.settings() : options.settings
  if (plugin.config === undefined) throw new Error('A runner has settings.')
  const config = plugin.config.parse(given)
  const granted = new Set([...manifest.permissions.network, ...(options.network ?? []), ...hostsOf(given)])
  const guarded = createGuardedFetch({ allowPrivate: [...granted], limits: patientLimits })
  const refused: string[] = []
  const dataDir = await mkdtemp(join(tmpdir(), 'datacortex-runner-'))
  const context: PluginContext<Config> = {
    config,
    dataDir,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    now: Date.now,
    secret: (name) => Promise.resolve(options.secrets?.[name]),
    fetch: (url, init) => {
      const { host } = new URL(url)
      if (granted.has(host)) return guarded(url, init)
      refused.push(host)
      return Promise.reject(new Error(`${host} was not granted`))
    },
  }
  const runner = await plugin.setup(context)
  return {
    run: (task, runOptions) => runner.run(task, runOptions),
    refused,
    async [Symbol.asyncDispose]() {
      await runner[Symbol.asyncDispose]?.()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The program grants the hosts of the URLs that the user's settings name. */
function hostsOf(settings: unknown): readonly string[] {
  if (typeof settings !== 'object' || settings === null) return []
  return Object.values(settings).flatMap((value: unknown) => {
    const url = typeof value === 'string' ? URL.parse(value) : null
    return url === null || url.host === '' ? [] : [url.host]
  })
}
