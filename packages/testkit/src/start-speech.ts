import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plugin, PluginContext, Speech } from '@datacortex/plugin'
import { readManifest } from './test-manifest.ts'

/** What a speech back end is started with in a test. */
export type StartSpeechOptions = {
  /** Absolute path of the module's folder. */
  readonly directory: string
  /** Its settings, checked by its schema. Left out, those of the manifest. */
  readonly settings?: unknown
  readonly secrets?: Readonly<Record<string, string>> | undefined
  /** Hosts beside those of the manifest, `host` or `host:port`. */
  readonly network?: readonly string[] | undefined
}

/** A speech back end that was started for a test; dispose it. */
export type StartedSpeech = AsyncDisposable &
  Speech & {
    readonly name: string
    /** Hosts that it asked for and was not granted. */
    readonly refused: readonly string[]
  }

/**
 * Starts a speech back end as the program does: settings checked, `fetch` limited to its hosts, secrets by name.
 *
 * @param plugin - What the module's entry exports.
 * @param options - Folder, settings, secrets, hosts.
 * @example await using speech = await startSpeech(plugin, { directory })
 */
export async function startSpeech<Config>(
  plugin: Plugin<'speech', Config>,
  { directory, settings = {}, secrets = {}, network = [] }: StartSpeechOptions,
): Promise<StartedSpeech> {
  const { manifest } = await readManifest(directory)
  const given = { ...manifest.settings, ...Object(settings) }
  const granted = new Set([...manifest.permissions.network, ...network])
  const refused: string[] = []
  const dataDir = await mkdtemp(join(tmpdir(), 'datacortex-speech-'))
  const context: PluginContext<Config> = {
    // Without a schema there are no settings, and the type of them is unknown.
    config: plugin.config === undefined ? (undefined as Config) : plugin.config.parse(given),
    dataDir,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    now: Date.now,
    secret: (name) => Promise.resolve(secrets[name]),
    fetch: (url, init) => {
      const { host, hostname } = new URL(url)
      if (granted.has(host) || granted.has(hostname)) return fetch(url, init)
      refused.push(host)
      return Promise.reject(new Error(`${host} was not granted`))
    },
  }
  const speech = await plugin.setup(context)
  return {
    name: manifest.name,
    version: speech.version,
    deterministic: speech.deterministic,
    state: (options) => speech.state(options),
    speak: (text, options) => speech.speak(text, options),
    refused,
    async [Symbol.asyncDispose]() {
      await speech[Symbol.asyncDispose]?.()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
