import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGuardedFetch, patientLimits } from '@datacortex/platform'
import type { Plugin, PluginContext, Writer } from '@datacortex/plugin'
import { readManifest } from './test-manifest.ts'

/** What a writer is started with in a test. */
export type StartWriterOptions = {
  /** Absolute path of the module's folder. */
  readonly directory: string
  /** Its settings over those of the manifest, or a function that gives them. */
  readonly settings: unknown
  readonly secrets?: Readonly<Record<string, string>> | undefined
  /** Hosts beside those of the manifest and of the settings, `host` or `host:port`. */
  readonly network?: readonly string[] | undefined
}

/** A writer that was started for a test; dispose it. */
export type StartedWriter = AsyncDisposable &
  Writer & {
    /** Hosts that it asked for and was not granted. */
    readonly refused: readonly string[]
    /** Bodies that it sent, in order. */
    readonly sent: readonly string[]
    /** What it logged, one JSON text an entry. */
    readonly logged: readonly string[]
  }

/**
 * Starts a writer as the program does: settings checked by its schema, a guarded `fetch` that is limited to its hosts,
 * secrets by name.
 *
 * @param plugin - What the module's entry exports.
 * @param options - Folder, settings, secrets, hosts.
 * @example await using writer = await startWriter(plugin, { directory, settings: { base_url } })
 */
export async function startWriter<Config>(
  plugin: Plugin<'writer', Config>,
  options: StartWriterOptions,
): Promise<StartedWriter> {
  const { manifest } = await readManifest(options.directory)
  const given: unknown = typeof options.settings === 'function' ? await options.settings() : options.settings
  if (plugin.config === undefined) throw new Error('A writer has settings.')
  const config = plugin.config.parse({ ...manifest.settings, ...Object(given) })
  const granted = new Set([...manifest.permissions.network, ...(options.network ?? []), ...hostsOf(given)])
  const guarded = createGuardedFetch({ allowPrivate: [...granted], limits: patientLimits })
  const [refused, sent, logged]: [string[], string[], string[]] = [[], [], []]
  const dataDir = await mkdtemp(join(tmpdir(), 'datacortex-writer-'))
  const log = (fields: unknown, message?: unknown): void => void logged.push(JSON.stringify([fields, message]))
  const context: PluginContext<Config> = {
    config,
    dataDir,
    log: { debug: log, info: log, warn: log, error: log },
    now: Date.now,
    secret: (name) => Promise.resolve(options.secrets?.[name]),
    fetch: (url, init) => {
      const { host } = new URL(url)
      if (typeof init?.body === 'string') sent.push(init.body)
      if (granted.has(host)) return guarded(url, init)
      refused.push(host)
      return Promise.reject(new Error(`${host} was not granted`))
    },
  }
  const writer = await plugin.setup(context)
  return {
    generate: (request, generateOptions) => writer.generate(request, generateOptions),
    refused,
    sent,
    logged,
    [Symbol.asyncDispose]: async () => await rm(dataDir, { recursive: true, force: true }),
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
