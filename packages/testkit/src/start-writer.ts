import type { Plugin, Writer } from '@datacortex/plugin'
import { preparePlugin, setUpPlugin } from './prepare-plugin.ts'

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
  const [sent, logged]: [string[], string[]] = [[], []]
  const log = (fields: unknown, message?: unknown): void => void logged.push(JSON.stringify([fields, message]))
  const logger = { debug: log, info: log, warn: log, error: log }
  const prepared = await preparePlugin(plugin, { ...options, log: logger })
  const { context, refused, [Symbol.asyncDispose]: close } = prepared
  const writer = await setUpPlugin(plugin, prepared, {
    ...context,
    fetch: (url, init) => {
      if (typeof init?.body === 'string') sent.push(init.body)
      return context.fetch(url, init)
    },
  })
  return {
    generate: (request, generateOptions) => writer.generate(request, generateOptions),
    estimate: async (request) => await writer.estimate?.(request),
    refused,
    sent,
    logged,
    async [Symbol.asyncDispose]() {
      await writer[Symbol.asyncDispose]?.()
      await close()
    },
  }
}
