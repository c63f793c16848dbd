import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGuardedFetch, patientLimits } from '@datacortex/platform'
import type { Logger, Manifest, Plugin, PluginContext, PluginKind, PluginKinds } from '@datacortex/plugin'
import { readManifest } from './test-manifest.ts'

/** What a plugin is started with in a test. */
export type PreparePluginOptions = {
  /** Absolute path of the module's folder. */
  readonly directory: string
  /** Its settings over those of the manifest, or a function that gives them. */
  readonly settings?: unknown
  readonly secrets?: Readonly<Record<string, string>> | undefined
  /** Hosts beside those of the manifest and of the settings, `host` or `host:port`; `*` is every host. */
  readonly network?: readonly string[] | undefined
  /** Nothing is logged if absent. */
  readonly log?: Logger | undefined
  /** Asks the hosts that were granted; the guarded fetch of the program if absent. */
  readonly send?: PluginContext<unknown>['fetch'] | undefined
}

/** What `setup` of a plugin gets; closing removes its folder. */
export type PreparedPlugin<Config> = AsyncDisposable & {
  readonly context: PluginContext<Config>
  readonly manifest: Manifest
  /** Hosts that it asked for and was not granted. */
  readonly refused: readonly string[]
}

/**
 * Prepares what a plugin is set up with, as the program does: settings of the manifest below those of the user, checked
 * by its schema; `fetch` limited to its hosts; secrets by name; a folder of its own.
 */
export async function preparePlugin<Kind extends PluginKind, Config>(
  plugin: Plugin<Kind, Config>,
  { directory, settings, secrets = {}, network = [], log = silent, send }: PreparePluginOptions,
): Promise<PreparedPlugin<Config>> {
  const { manifest } = await readManifest(directory)
  const given: unknown = typeof settings === 'function' ? await settings() : settings
  const merged = { ...manifest.settings, ...Object(given) }
  const granted = new Set([...manifest.permissions.network, ...network, ...hostsOf(given)])
  const ask = send ?? createGuardedFetch({ allowPrivate: [...granted], limits: patientLimits })
  const refused: string[] = []
  // Before the folder is made: nobody would remove it if they are refused.
  const config = plugin.config?.parse(merged)
  const dataDir = await mkdtemp(join(tmpdir(), `datacortex-${plugin.kind}-`))
  const context: PluginContext<Config> = {
    // Without a schema there are no settings, and the type of them is unknown.
    config: config as Config,
    dataDir,
    log,
    now: () => startedAt,
    secret: (name) => Promise.resolve(secrets[name]),
    fetch: (url, init) => {
      const { host, hostname } = new URL(url)
      if ([host, hostname, '*'].some((name) => granted.has(name))) return ask(url, init)
      refused.push(host)
      return Promise.reject(new Error(`${host} was not granted`))
    },
  }
  const close = async (): Promise<void> => await rm(dataDir, { recursive: true, force: true })
  return { context, manifest, refused, [Symbol.asyncDispose]: close }
}

/** Sets a plugin up, with its own context unless another is given; one that refuses leaves no folder behind. */
export async function setUpPlugin<Kind extends PluginKind, Config>(
  plugin: Plugin<Kind, Config>,
  prepared: PreparedPlugin<Config>,
  context: PluginContext<Config> = prepared.context,
): Promise<PluginKinds[Kind]> {
  try {
    return await plugin.setup(context)
  } catch (error) {
    await prepared[Symbol.asyncDispose]()
    throw error
  }
}

// A clock that stands still: what depends on it is the same in each run.
const startedAt = Date.UTC(2026, 0, 2)

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} }

/** The program grants the hosts of the URLs that the user's settings name. */
function hostsOf(settings: unknown): readonly string[] {
  if (typeof settings !== 'object' || settings === null) return []
  return Object.values(settings).flatMap((value: unknown) => {
    const url = typeof value === 'string' ? URL.parse(value) : null
    return url === null || url.host === '' ? [] : [url.host]
  })
}
