import type { HooksPort } from '@datacortex/knowledge-extractor'
import type { DiscoveredModule } from '@datacortex/modules'
import type { Work } from '../work.ts'

/** The hooks of the modules of a space, as the knowledge extractor and research tell them. */
export function spaceHooks(
  { paths, openLog }: Pick<Work, 'paths' | 'openLog'>,
  modules: readonly DiscoveredModule[],
): HooksPort {
  const listening = modules.filter(({ manifest }) => manifest.provides.hooks.length > 0)
  return {
    emit: async (point, payload, { signal }) => {
      if (!listening.some(({ manifest }) => manifest.provides.hooks.includes(point))) return []
      const { emitHook } = await import('@datacortex/modules')
      const reports = await emitHook(point, payload, { paths, modules: listening, signal, log: await openLog() })
      return reports.map(({ module, answer }) => ({ module, answer }))
    },
  }
}
