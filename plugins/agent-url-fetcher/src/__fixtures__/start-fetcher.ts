import type { Extraction, SubAgentInput } from '@datacortex/plugin'
import { type ProviderHandler, type ProviderServer, startProvider } from '@datacortex/testkit'
import { FetcherSettings } from '../fetcher-settings.ts'
import { plugin } from '../plugin.ts'

/** A fetcher for which every host is one server on this machine; dispose it. */
export type StartedFetcher = AsyncDisposable & {
  readonly server: ProviderServer
  readonly read: (url: string, options?: { readonly signal?: AbortSignal }) => Promise<Extraction>
}

/**
 * Starts the plugin against a server that plays the whole Internet.
 *
 * @param handler - Answers each request.
 * @param settings - Beside short pauses.
 */
export async function startFetcher(handler: ProviderHandler, settings: object = {}): Promise<StartedFetcher> {
  const server = await startProvider(handler, {
    granted: ['*', 'example.org', 'archive.org', 'web.archive.org', 'r.jina.ai'],
  })
  const subAgent = await plugin.setup({
    config: FetcherSettings.parse({ retry_ms: 1, ...settings }),
    log: { debug() {}, info() {}, warn() {}, error() {} },
    socket: () => Promise.reject(new Error('no network')),
    fetch: server.fetch,
    secret: (name) => Promise.resolve(name === 'JINA_API_KEY' ? 'planted-key' : undefined),
    now: () => 0,
    dataDir: '/nowhere',
  })
  return {
    server,
    read: (url, { signal = new AbortController().signal } = {}) => subAgent.extract(addressInput(url), { signal }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** An address as an input. */
export function addressInput(url: string): SubAgentInput {
  return { contentType: 'text/uri-list', name: url, bytes: new Uint8Array() }
}
