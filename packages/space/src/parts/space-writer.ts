import type { Settings, SpacePaths } from '@datacortex/platform'
import type { Writer } from '@datacortex/plugin'
import type { DiscoveredModule } from '@datacortex/modules'
import { spaceError } from '../errors.ts'

export type SpaceWriter = AsyncDisposable & Writer

/** Opens the writer that the settings name; undefined if they name none. Its module is loaded by its first text. */
export async function openSpaceWriter(
  paths: SpacePaths,
  { modules, settings }: { readonly modules: readonly DiscoveredModule[]; readonly settings: Settings },
): Promise<SpaceWriter | undefined> {
  const { writer: name, plugins } = settings
  if (name === undefined) return undefined
  const module = modules.find((one) => one.name === name)
  if (module === undefined) throw spaceError('CLI_WRITER_UNAVAILABLE', { name, reason: 'there is no such module' })
  const { grantedBy, loadPlugin } = await import('@datacortex/modules')
  const open = async (): Promise<SpaceWriter> => {
    const plugin = await loadPlugin(module, { paths, ...grantedBy(plugins[name]) })
    if (plugin.kind !== 'writer')
      throw spaceError('CLI_WRITER_UNAVAILABLE', { name, reason: `it is a module of the kind ${plugin.kind}` })
    const { started } = plugin
    return {
      generate: async (request, options) => await started.generate(request, options),
      estimate: async (request) => await started.estimate?.(request),
      [Symbol.asyncDispose]: async () => await plugin[Symbol.asyncDispose](),
    }
  }
  let opening: Promise<SpaceWriter> | undefined
  return {
    generate: async (request, options) => await (await (opening ??= open())).generate(request, options),
    estimate: async (request) => await (await (opening ??= open())).estimate?.(request),
    [Symbol.asyncDispose]: async () => {
      const opened = await opening?.catch(() => undefined)
      await opened?.[Symbol.asyncDispose]()
    },
  }
}
