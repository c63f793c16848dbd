import type { Logger, Source } from '@datacortex/plugin'
import type { RegisteredSource } from './read-sources.ts'

export type SourcePorts = {
  /** Starts the module that asks a source; disposed with the registry. */
  readonly loadSource: (module: string, source: RegisteredSource) => Promise<Source & Partial<AsyncDisposable>>
  /** Guarded. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  /** `sentTo`: hosts that the entry itself names to receive it. */
  readonly secret: (
    name: string,
    use: { readonly source: RegisteredSource; readonly sentTo: readonly string[] },
  ) => Promise<string | undefined>
  readonly now: () => number
  readonly log?: Logger | undefined
  /** Private hosts that the settings allow: `host` or `host:port`. */
  readonly allowPrivate?: readonly string[] | undefined
  /** Ids of those whose module is asked only if their entry says `enabled: true`. */
  readonly disabled?: ReadonlySet<string> | undefined
  /** Folder of the user's own settings, where approvals of MCP commands lie; that of the system if absent. */
  readonly userDirectory?: string | undefined
  readonly random?: (() => number) | undefined
}
