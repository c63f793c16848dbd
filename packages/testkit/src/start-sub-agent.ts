import type { Manifest, Plugin, SubAgent } from '@datacortex/plugin'
import { preparePlugin, setUpPlugin } from './prepare-plugin.ts'

/** What a sub-agent is started with in a test. */
export type StartSubAgentOptions = {
  /** Absolute path of the module's folder. */
  readonly directory: string
  /** Its settings, as a user would write them: checked by its schema. Left out, those of the manifest. */
  readonly settings?: unknown
  readonly secrets?: Readonly<Record<string, string>> | undefined
  /** Hosts beside those of the manifest, `host` or `host:port`; `*` is every host. */
  readonly network?: readonly string[] | undefined
}

/** A sub-agent that was started for a test; dispose it. */
export type StartedSubAgent = AsyncDisposable &
  SubAgent & {
    readonly manifest: Manifest
    /** Hosts that it asked for and was not granted. */
    readonly refused: readonly string[]
  }

/**
 * Starts a sub-agent as the program does: settings of the manifest below those of the user, `fetch` limited to its
 * hosts, secrets by name.
 *
 * @param plugin - What the module's entry exports.
 * @param options - Folder, settings, secrets, hosts.
 * @example await using subAgent = await startSubAgent(plugin, { directory })
 */
export async function startSubAgent<Config>(
  plugin: Plugin<'sub-agent', Config>,
  options: StartSubAgentOptions,
): Promise<StartedSubAgent> {
  const prepared = await preparePlugin(plugin, { ...options, send: fetch })
  const { manifest, refused, [Symbol.asyncDispose]: close } = prepared
  const subAgent = await setUpPlugin(plugin, prepared)
  return {
    accepts: (input) => subAgent.accepts(input),
    extract: (input, extractOptions) => subAgent.extract(input, extractOptions),
    manifest,
    refused,
    async [Symbol.asyncDispose]() {
      await subAgent[Symbol.asyncDispose]?.()
      await close()
    },
  }
}
