import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger, Manifest, Plugin, PluginContext, Source } from '@datacortex/plugin'
import type { ProviderHandler, SeenRequest } from './provider-server.ts'
import { startProvider } from './provider-server.ts'
import { readManifest } from './test-manifest.ts'

/** What a source is started with in a test. */
export type StartSourceOptions = {
  /** Absolute path of the module's folder. */
  readonly directory: string
  /** Its settings over those of the manifest, or a function that gives them. */
  readonly settings?: unknown
  /** By name. Left out, every secret that the manifest names has a value. */
  readonly secrets?: Readonly<Record<string, string>> | undefined
  /** Hosts beside those of the manifest that the user's settings grant, `host` or `host:port`. */
  readonly network?: readonly string[] | undefined
}

/** A source that was started for a test beside a server that plays its provider; dispose it. */
export type StartedSource = AsyncDisposable &
  Source & {
    readonly manifest: Manifest
    /** What the provider was asked, with its own addresses. */
    readonly requests: readonly SeenRequest[]
    /** Hosts that it asked for and was not granted. */
    readonly refused: readonly string[]
    /** What it logged, one JSON text an entry. */
    readonly logged: readonly string[]
    /** Requests whose connection is still open. */
    open(): number
  }

/**
 * Starts a source as the program does; every host it was granted is a server on this machine.
 *
 * The plugin asks `https://api.example/…` as always; the handler sees that address.
 *
 * @param plugin - What the module's entry exports.
 * @param options - Folder, settings, secrets, hosts, and `serve`: how the provider answers.
 * @example await using source = await startSource(plugin, { directory, serve: () => Response.json({ data: [] }) })
 */
export async function startSource<Config>(
  plugin: Plugin<'source', Config>,
  { directory, settings = {}, secrets, network = [], serve }: StartSourceOptions & { readonly serve: ProviderHandler },
): Promise<StartedSource> {
  const { manifest } = await readManifest(directory)
  const given: unknown = typeof settings === 'function' ? await settings() : settings
  const provider = await startProvider(serve, { granted: [...manifest.permissions.network, ...network] })
  const dataDir = await mkdtemp(join(tmpdir(), 'datacortex-source-'))
  const logged: string[] = []
  const stop = async (): Promise<void> => {
    await provider[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
  }
  const known = secrets ?? secretsOf(manifest)
  try {
    const merged = { ...manifest.settings, ...Object(given) }
    const context: PluginContext<Config> = {
      // Without a schema there are no settings, and the type of them is unknown.
      config: plugin.config === undefined ? (undefined as Config) : plugin.config.parse(merged),
      dataDir,
      log: loggerInto(logged),
      now: Date.now,
      secret: (name) => Promise.resolve(known[name]),
      fetch: provider.fetch,
    }
    const source = await plugin.setup(context)
    return {
      ...methodsOf(source),
      manifest,
      logged,
      requests: provider.requests,
      refused: provider.refused,
      open: () => provider.open(),
      async [Symbol.asyncDispose]() {
        await source[Symbol.asyncDispose]?.()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A value for each secret that a manifest names, easy to find again in what is told. */
export function secretsOf({ requires, permissions }: Manifest): Readonly<Record<string, string>> {
  const { required, optional } = requires.env_vars
  const names = new Set([...required, ...optional, ...permissions.env])
  return Object.fromEntries([...names].map((name) => [name, `s3cr3t.${name.toLowerCase()}.7f3a9c`]))
}

function methodsOf(source: Source): Source {
  return {
    ...(source.search === undefined ? {} : { search: source.search.bind(source) }),
    ...(source.read === undefined ? {} : { read: source.read.bind(source) }),
    ...(source.generate === undefined ? {} : { generate: source.generate.bind(source) }),
  }
}

function loggerInto(logged: string[]): Logger {
  const log = (facts: Readonly<Record<string, unknown>>, message: string): void => {
    const told = (_: string, value: unknown): unknown => (value instanceof Error ? String(value) : value)
    logged.push(JSON.stringify({ message, facts }, told))
  }
  return { debug: log, info: log, warn: log, error: log }
}
