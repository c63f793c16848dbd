import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest, Plugin, PluginContext, SubAgent } from '@datacortex/plugin'
import { readManifest } from './test-manifest.ts'

/** What a sub-agent is started with in a test. */
export type StartSubAgentOptions = {
  /** Absolute path of the module's folder. */
  readonly directory: string
  /** Its settings, as a user would write them: checked by its schema. Left out, those of the manifest. */
  readonly settings?: unknown
  readonly secrets?: Readonly<Record<string, string>> | undefined
  /** Hosts beside those of the manifest, `host` or `host:port`; `*` is every host. */
  readonly network?: readonly string[] | undefined
}

/** A sub-agent that was started for a test; dispose it. */
export type StartedSubAgent = AsyncDisposable &
  SubAgent & {
    readonly manifest: Manifest
    /** Hosts that it asked for and was not granted. */
    readonly refused: readonly string[]
  }

/**
 * Starts a sub-agent as the program does: settings of the manifest below those of the user, `fetch` limited to its
 * hosts, secrets by name.
 *
 * @param plugin - What the module's entry exports.
 * @param options - Folder, settings, secrets, hosts.
 * @example await using subAgent = await startSubAgent(plugin, { directory })
 */
export async function startSubAgent<Config>(
  plugin: Plugin<'sub-agent', Config>,
  { directory, settings = {}, secrets = {}, network = [] }: StartSubAgentOptions,
): Promise<StartedSubAgent> {
  const { manifest } = await readManifest(directory)
  const given = { ...manifest.settings, ...Object(settings) }
  const granted = new Set([...manifest.permissions.network, ...network])
  const refused: string[] = []
  const dataDir = await mkdtemp(join(tmpdir(), 'datacortex-sub-agent-'))
  const context: PluginContext<Config> = {
    // Without a schema there are no settings, and the type of them is unknown.
    config: plugin.config === undefined ? (undefined as Config) : plugin.config.parse(given),
    dataDir,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    now: Date.now,
    secret: (name) => Promise.resolve(secrets[name]),
    fetch: (url, init) => {
      const { host, hostname } = new URL(url)
      if ([host, hostname, '*'].some((name) => granted.has(name))) return fetch(url, init)
      refused.push(host)
      return Promise.reject(new Error(`${host} was not granted`))
    },
  }
  const subAgent = await plugin.setup(context)
  return {
    accepts: (input) => subAgent.accepts(input),
    extract: (input, options) => subAgent.extract(input, options),
    manifest,
    refused,
    async [Symbol.asyncDispose]() {
      await subAgent[Symbol.asyncDispose]?.()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
