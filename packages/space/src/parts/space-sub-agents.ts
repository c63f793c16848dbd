import type { SubAgentPool } from '@datacortex/knowledge-extractor'
import type { Settings } from '@datacortex/platform'
import type { DiscoveredModule } from '@datacortex/modules'
import type { Work } from '../work.ts'

type SubAgentOptions = {
  readonly modules: readonly DiscoveredModule[]
  readonly settings: Settings
  /** Whether robots.txt is respected: for pages that nobody named. */
  readonly robots?: boolean | undefined
}

/** Opens the coded sub-agents of a space, each extraction in a process with limits of time and memory. */
export async function openSpaceSubAgents(
  { paths, signal }: Pick<Work, 'paths' | 'signal'>,
  { modules, settings, robots }: SubAgentOptions,
): Promise<AsyncDisposable & SubAgentPool> {
  const [{ openSubAgents, subAgentSettings }, { subAgentPool }] = await Promise.all([
    import('@datacortex/modules'),
    import('@datacortex/knowledge-extractor'),
  ])
  const agents = openSubAgents({ paths, modules, robots, ...subAgentSettings(settings) })
  const bundled = new Set(modules.filter(({ origin }) => origin === 'bundled').map(({ name }) => name))
  const pool = subAgentPool(agents, { isOwn: (name) => bundled.has(name), signal })
  return { ...pool, [Symbol.asyncDispose]: async () => await agents[Symbol.asyncDispose]() }
}
