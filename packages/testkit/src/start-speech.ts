import type { Plugin, Speech } from '@datacortex/plugin'
import { preparePlugin, setUpPlugin } from './prepare-plugin.ts'

/** What a speech back end is started with in a test. */
export type StartSpeechOptions = {
  /** Absolute path of the module's folder. */
  readonly directory: string
  /** Its settings, checked by its schema. Left out, those of the manifest. */
  readonly settings?: unknown
  readonly secrets?: Readonly<Record<string, string>> | undefined
  /** Hosts beside those of the manifest, `host` or `host:port`. */
  readonly network?: readonly string[] | undefined
}

/** A speech back end that was started for a test; dispose it. */
export type StartedSpeech = AsyncDisposable &
  Speech & {
    readonly name: string
    /** The folder that it was given for its files. */
    readonly dataDir: string
    /** Hosts that it asked for and was not granted. */
    readonly refused: readonly string[]
  }

/**
 * Starts a speech back end as the program does: settings checked, `fetch` limited to its hosts, secrets by name.
 *
 * @param plugin - What the module's entry exports.
 * @param options - Folder, settings, secrets, hosts.
 * @example await using speech = await startSpeech(plugin, { directory })
 */
export async function startSpeech<Config>(
  plugin: Plugin<'speech', Config>,
  options: StartSpeechOptions,
): Promise<StartedSpeech> {
  const prepared = await preparePlugin(plugin, { ...options, send: fetch })
  const { manifest, refused, [Symbol.asyncDispose]: close } = prepared
  const speech = await setUpPlugin(plugin, prepared)
  return {
    name: manifest.name,
    dataDir: prepared.context.dataDir,
    version: speech.version,
    deterministic: speech.deterministic,
    state: (stateOptions) => speech.state(stateOptions),
    speak: (text, speakOptions) => speech.speak(text, speakOptions),
    ...(speech.estimate === undefined
      ? {}
      : { estimate: (text) => speech.estimate?.(text) ?? Promise.resolve(undefined) }),
    refused,
    async [Symbol.asyncDispose]() {
      await speech[Symbol.asyncDispose]?.()
      await close()
    },
  }
}
