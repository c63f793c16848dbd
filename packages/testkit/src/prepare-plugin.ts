import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGuardedFetch, createGuardedSocket, patientLimits } from '@datacortex/platform'
import type { Manifest, Plugin, PluginContext, PluginKind } from '@datacortex/plugin'
import { readManifest } from './test-manifest.ts'

/** What a plugin is started with in a test. */
export type StartOptions = {
  /** Absolute path of the module's folder. */
  readonly directory: string
  /** Its settings over those of the manifest, or a function that gives them. */
  readonly settings?: unknown
  readonly secrets?: Readonly<Record<string, string>> | undefined
  /** Hosts beside those of the manifest and of the settings, `host` or `host:port`; `*` is every host. */
  readonly network?: readonly string[] | undefined
}

/** What `setup` of a plugin gets; closing removes its folder. */
export type PreparedPlugin<Config> = AsyncDisposable & {
  readonly context: PluginContext<Config>
  readonly manifest: Manifest
  /** Hosts that it asked for and was not granted. */
  readonly refused: readonly string[]
  readonly sent: readonly string[]
  /** What it logged, one JSON text an entry. */
  readonly logged: readonly string[]
}

/** Prepares what a plugin is set up with, as the program does: settings, `fetch` to its hosts, secrets, a folder. */
export async function preparePlugin<Kind extends PluginKind, Config>(
  plugin: Plugin<Kind, Config>,
  { directory, settings, secrets = {}, network = [] }: StartOptions,
): Promise<PreparedPlugin<Config>> {
  const { manifest } = await readManifest(directory)
  const given: unknown = typeof settings === 'function' ? await settings() : settings
  const merged = { ...manifest.settings, ...Object(given) }
  const granted = new Set([...manifest.permissions.network, ...network, ...hostsOf(given)])
  // The guard knows no port of this machine that nobody names, where a server of a test listens.
  const ask = granted.has('*') ? fetch : createGuardedFetch({ allowPrivate: [...granted], limits: patientLimits })
  const [refused, sent, logged]: [string[], string[], string[]] = [[], [], []]
  const log = (facts: Readonly<Record<string, unknown>>, message: string): void => {
    const readable = (_: string, value: unknown): unknown => (value instanceof Error ? String(value) : value)
    logged.push(JSON.stringify({ message, facts }, readable))
  }
  // Before the folder is made: nobody would remove it if they are refused.
  const config = plugin.config?.parse(merged)
  const dataDir = await mkdtemp(join(tmpdir(), `datacortex-${plugin.kind}-`))
  const context: PluginContext<Config> = {
    // Without a schema there are no settings, and the type of them is unknown.
    config: config as Config,
    dataDir,
    log: { debug: log, info: log, warn: log, error: log },
    now: () => startedAt,
    secret: (name) => Promise.resolve(secrets[name]),
    socket: createGuardedSocket({ hosts: [...granted], allowPrivate: [...granted] }),
    fetch: (url, init) => {
      const { host, hostname } = new URL(url)
      if (typeof init?.body === 'string') sent.push(init.body)
      if ([host, hostname, '*'].some((name) => granted.has(name))) return ask(url, init)
      refused.push(host)
      return Promise.reject(new Error(`${host} was not granted`))
    },
  }
  const close = async (): Promise<void> => await rm(dataDir, { recursive: true, force: true })
  return { context, manifest, refused, sent, logged, [Symbol.asyncDispose]: close }
}

// A clock that stands still: what depends on it is the same in each run.
const startedAt = Date.UTC(2026, 0, 2)

/** The program grants the hosts of the URLs that the user's settings name. */
function hostsOf(settings: unknown): readonly string[] {
  if (typeof settings !== 'object' || settings === null) return []
  return Object.values(settings)
    .flat()
    .flatMap((value: unknown) => {
      const url = typeof value === 'string' ? URL.parse(value) : null
      return url === null || url.host === '' ? [] : [url.host]
    })
}
