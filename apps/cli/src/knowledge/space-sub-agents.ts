import type { SubAgentPool } from '@datacortex/knowledge-extractor'
import type { Settings, SpacePaths } from '@datacortex/platform'
import type { DiscoveredModule } from '@datacortex/registry'

/** The sub-agents of a space; disposing ends their processes. */
export type SpaceSubAgents = AsyncDisposable & SubAgentPool

/**
 * Opens the coded sub-agents of a space, each extraction in a process with limits of time and memory.
 *
 * @param paths - Of the space.
 * @param options - Modules, settings, abort signal of all that is extracted.
 * @example await using subAgents = await openSpaceSubAgents(paths, { modules, settings, signal })
 */
export async function openSpaceSubAgents(
  paths: SpacePaths,
  {
    modules,
    settings,
    signal,
    robots,
  }: {
    readonly modules: readonly DiscoveredModule[]
    readonly settings: Settings
    readonly signal: AbortSignal
    /** Whether robots.txt is respected: for pages that nobody named. */
    readonly robots?: boolean | undefined
  },
): Promise<SpaceSubAgents> {
  const [{ openSubAgents }, { subAgentPool }] = await Promise.all([
    import('@datacortex/registry'),
    import('@datacortex/knowledge-extractor'),
  ])
  const { ingest, plugins } = settings
  const { timeout_ms: timeoutMs, memory_mb: memoryMb, concurrency: processes, readers } = ingest
  const reader = ingest.content_reader === 'jina' ? { reader: 'jina' } : {}
  const own = { ...plugins, 'agent-url-fetcher': { ...reader, ...plugins['agent-url-fetcher'] } }
  const agents = openSubAgents({ paths, modules, settings: own, readers, processes, timeoutMs, memoryMb, robots })
  const bundled = new Set(modules.filter(({ origin }) => origin === 'bundled').map(({ name }) => name))
  const pool = subAgentPool(agents, { isOwn: (name) => bundled.has(name), signal })
  return { ...pool, [Symbol.asyncDispose]: async () => await agents[Symbol.asyncDispose]() }
}
