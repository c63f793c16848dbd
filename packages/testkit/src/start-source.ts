import type { Logger, Manifest, Plugin, Source } from '@datacortex/plugin'
import { preparePlugin, setUpPlugin } from './prepare-plugin.ts'
import type { ProviderHandler, SeenRequest } from './provider-server.ts'
import { startProvider } from './provider-server.ts'

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
    /** Bytes of answers that it has read. */
    received(): number
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
  { directory, settings, secrets, network = [], serve }: StartSourceOptions & { readonly serve: ProviderHandler },
): Promise<StartedSource> {
  const logged: string[] = []
  const prepared = await preparePlugin(plugin, { directory, settings, log: loggerInto(logged) })
  const { manifest } = prepared
  const known = secrets ?? secretsOf(manifest)
  const provider = await startProvider(serve, { granted: [...manifest.permissions.network, ...network] })
  const secret = (name: string): Promise<string | undefined> => Promise.resolve(known[name])
  const context = { ...prepared.context, secret, fetch: provider.fetch }
  const source = await setUpPlugin(plugin, prepared, context).catch(async (error: unknown) => {
    await provider[Symbol.asyncDispose]()
    throw error
  })
  return {
    ...methodsOf(source),
    manifest,
    logged,
    requests: provider.requests,
    refused: provider.refused,
    open: () => provider.open(),
    received: () => provider.received(),
    async [Symbol.asyncDispose]() {
      await source[Symbol.asyncDispose]?.()
      await provider[Symbol.asyncDispose]()
      await prepared[Symbol.asyncDispose]()
    },
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
