import type { z } from 'zod'
import type { PluginKind, PluginKinds } from './kinds.ts'
import type { Logger } from './logger.ts'

/** An open WebSocket whose messages are texts. */
export type PluginSocket = AsyncIterable<string> & AsyncDisposable & { readonly send: (text: string) => Promise<void> }

/** Everything a plugin gets; it uses nothing global. */
export type PluginContext<Config> = {
  readonly config: Config
  readonly log: Logger
  /** Limited to the hosts of `permissions.network` and those that the user's settings grant. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  /** A WebSocket, limited as `fetch`. Its messages come in order; disposing ends it. */
  readonly socket: (url: string, options?: { readonly signal?: AbortSignal | undefined }) => Promise<PluginSocket>
  /** A secret by its name, from the space or the environment; undefined if it isn't there. Limited like `fetch`. */
  readonly secret: (name: string) => Promise<string | undefined>
  readonly now: () => number
  /** A folder of the plugin's own, which exists. */
  readonly dataDir: string
}

/** The code of a module: its kind, the schema of its settings and how to start it. */
export type Plugin<Kind extends PluginKind = PluginKind, Config = unknown> = {
  /** Equals the manifest's name. */
  readonly name: string
  readonly kind: Kind
  readonly config?: z.ZodType<Config> | undefined
  readonly setup: (context: PluginContext<Config>) => Promise<PluginKinds[Kind]> | PluginKinds[Kind]
}

/**
 * Types and freezes a plugin. A module's entry exports the result as `plugin`.
 * @example export const plugin = definePlugin({ name: 'hook-log', kind: 'hooks', setup: () => ({}) })
 */
export function definePlugin<Kind extends PluginKind, Config = unknown>(
  plugin: Plugin<Kind, Config>,
): Plugin<Kind, Config> {
  return Object.freeze(plugin)
}
