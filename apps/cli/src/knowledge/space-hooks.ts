import type { HooksPort } from '@datacortex/knowledge-extractor'
import type { SpacePaths } from '@datacortex/platform'
import type { DiscoveredModule } from '@datacortex/registry'
import { stderrLogger } from '../output/stderr-logger.ts'

/**
 * The hooks of the modules of a space, as the knowledge extractor and research tell them.
 *
 * @param paths - Of the space.
 * @param modules - From `discoverModules`.
 * @example const hooks = spaceHooks(paths, catalogue.modules.modules)
 */
export function spaceHooks(paths: SpacePaths, modules: readonly DiscoveredModule[]): HooksPort {
  const listening = modules.filter(({ manifest }) => manifest.provides.hooks.length > 0)
  return {
    emit: async (point, payload, { signal }) => {
      if (!listening.some(({ manifest }) => manifest.provides.hooks.includes(point))) return []
      const { emitHook } = await import('@datacortex/registry')
      const reports = await emitHook(point, payload, { paths, modules: listening, signal, log: await stderrLogger() })
      return reports.map(({ module, answer }) => ({ module, answer }))
    },
  }
}
