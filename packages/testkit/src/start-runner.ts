import type { Plugin, Runner } from '@datacortex/plugin'
import { preparePlugin, setUpPlugin } from './prepare-plugin.ts'

/** What a runner is started with in a test. */
export type StartRunnerOptions = {
  /** Absolute path of the module's folder. */
  readonly directory: string
  /** Its settings, or a function that gives them. */
  readonly settings: unknown
  readonly secrets?: Readonly<Record<string, string>> | undefined
  readonly network?: readonly string[] | undefined
}

/** A runner that was started for a test; dispose it. */
export type StartedRunner = AsyncDisposable &
  Runner & {
    /** Hosts that it asked for and was not granted. */
    readonly refused: readonly string[]
  }

/**
 * Starts a runner as the program does: settings checked by its schema, `fetch` limited to its hosts, secrets by name.
 *
 * @param plugin - What the module's entry exports.
 * @param options - Folder, settings, secrets, hosts.
 * @example await using runner = await startRunner(plugin, { directory, settings: { command: ['cat'] } })
 */
export async function startRunner<Config>(
  plugin: Plugin<'runner', Config>,
  options: StartRunnerOptions,
): Promise<StartedRunner> {
  const prepared = await preparePlugin(plugin, options)
  const runner = await setUpPlugin(plugin, prepared)
  return {
    run: (task, runOptions) => runner.run(task, runOptions),
    refused: prepared.refused,
    async [Symbol.asyncDispose]() {
      await runner[Symbol.asyncDispose]?.()
      await prepared[Symbol.asyncDispose]()
    },
  }
}
