import type { Plugin, PluginContext, PluginKind, PluginKinds } from '@datacortex/plugin'
import { type PreparedPlugin, type StartOptions, preparePlugin } from './prepare-plugin.ts'

/** A plugin that was started for a test; dispose it. */
export type Started<Kind extends PluginKind> = PluginKinds[Kind] &
  Omit<PreparedPlugin<unknown>, 'context'> &
  Pick<PluginContext<unknown>, 'dataDir'>

/**
 * Starts a plugin as the program does: settings of the manifest below those of the user, checked by its schema, `fetch`
 * limited to its hosts, secrets by name.
 * @example await using runner = await startPlugin(plugin, { directory, settings: { command: ['cat'] } })
 */
export async function startPlugin<Kind extends PluginKind, Config>(
  plugin: Plugin<Kind, Config>,
  options: StartOptions,
): Promise<Started<Kind>> {
  return await setUp(plugin, await preparePlugin(plugin, options))
}

/** Sets a plugin up, with its own context unless another is given; one that refuses leaves no folder behind. */
export async function setUp<Kind extends PluginKind, Config>(
  plugin: Plugin<Kind, Config>,
  prepared: PreparedPlugin<Config>,
  context: PluginContext<Config> = prepared.context,
): Promise<Started<Kind>> {
  const { context: _, ...facts } = prepared
  try {
    const instance = await plugin.setup(context)
    const close = instance[Symbol.asyncDispose]?.bind(instance)
    return Object.assign(instance, {
      ...facts,
      dataDir: context.dataDir,
      async [Symbol.asyncDispose]() {
        await close?.()
        await prepared[Symbol.asyncDispose]()
      },
    })
  } catch (error) {
    await prepared[Symbol.asyncDispose]()
    throw error
  }
}
