import type { Manifest, Plugin } from '@datacortex/plugin'
import { type StartOptions, preparePlugin } from './prepare-plugin.ts'
import { type ProviderHandler, type ProviderServer, startProvider } from './provider-server.ts'
import { type Started, setUp } from './start-plugin.ts'

/** A source that was started for a test beside a server that plays its provider; dispose it. */
export type StartedSource = Started<'source'> & Pick<ProviderServer, 'requests' | 'open' | 'received'>

/**
 * Starts a source as the program does; every host it was granted is a server on this machine.
 *
 * The plugin asks `https://api.example/…` as always; the handler sees that address.
 * @param options - Folder, settings, secrets (left out, every one that the manifest names has a value), hosts, and
 * `serve`: how the provider answers.
 * @example await using source = await startSource(plugin, { directory, serve: () => Response.json({ data: [] }) })
 */
export async function startSource<Config>(
  plugin: Plugin<'source', Config>,
  { serve, ...options }: StartOptions & { serve: ProviderHandler },
): Promise<StartedSource> {
  const prepared = await preparePlugin(plugin, options)
  const { manifest } = prepared
  const known = options.secrets ?? secretsOf(manifest)
  const provider = await startProvider(serve, {
    granted: [...manifest.permissions.network, ...(options.network ?? [])],
  })
  const { fetch, refused, requests } = provider
  const secret = (name: string): Promise<string | undefined> => Promise.resolve(known[name])
  const close = async (): Promise<void> => {
    await provider[Symbol.asyncDispose]()
    await prepared[Symbol.asyncDispose]()
  }
  const kept = { ...prepared, refused, [Symbol.asyncDispose]: close }
  const source = await setUp(plugin, kept, { ...prepared.context, secret, fetch })
  return Object.assign(source, { requests, open: () => provider.open(), received: () => provider.received() })
}

/** A value for each secret that a manifest names, easy to find again in what is told. */
export function secretsOf({ requires, permissions }: Manifest): Readonly<Record<string, string>> {
  const { required, optional } = requires.env_vars
  const names = new Set([...required, ...optional, ...permissions.env])
  return Object.fromEntries([...names].map((name) => [name, `s3cr3t.${name.toLowerCase()}.7f3a9c`]))
}
