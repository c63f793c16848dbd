import type { Finding } from '@datacortex/errors'
import { CodedError } from '@datacortex/errors'
import type { SubAgentPool } from '@datacortex/knowledge-extractor'
import type { Settings, SpacePaths } from '@datacortex/platform'
import type { SubAgentInput } from '@datacortex/plugin'
import type { DiscoveredModule } from '@datacortex/registry'

/** The sub-agents of a space; disposing ends their processes. */
export type SpaceSubAgents = AsyncDisposable & SubAgentPool

/**
 * Opens the coded sub-agents of a space, each extraction in a process with limits of time and memory. Which of the
 * candidates takes an input is found out there.
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
  const { openSubAgents } = await import('@datacortex/registry')
  const { ingest, plugins } = settings
  const { timeout_ms: timeoutMs, memory_mb: memoryMb, concurrency: processes, readers } = ingest
  const reader = ingest.content_reader === 'jina' ? { reader: 'jina' } : {}
  const own = { ...plugins, 'agent-url-fetcher': { ...reader, ...plugins['agent-url-fetcher'] } }
  const agents = openSubAgents({ paths, modules, settings: own, readers, processes, timeoutMs, memoryMb, robots })
  const bundled = new Set(modules.filter(({ origin }) => origin === 'bundled').map(({ name }) => name))
  // Only the code of a sub-agent knows what it takes, so asking is extracting; the result waits to be fetched.
  // A folder is asked about where inputs are collected and extracted later: it is the same by its path.
  const begun = new Map<SubAgentInput | string, ReturnType<typeof agents.extract>>()
  const keyOf = (input: SubAgentInput): SubAgentInput | string =>
    input.contentType === 'inode/directory' ? (input.path ?? input) : input
  const begin = (input: SubAgentInput, signal: AbortSignal): ReturnType<typeof agents.extract> => {
    const extracting = begun.get(keyOf(input)) ?? agents.extract(input, { signal })
    begun.set(keyOf(input), extracting)
    return extracting
  }
  return {
    accepts: async (input) => {
      if (agents.candidates(input.contentType).length === 0) return undefined
      try {
        return (await begin(input, signal)).module
      } catch (error) {
        if (CodedError.is(error, 'SUBAGENT_MISSING')) {
          begun.delete(keyOf(input))
          return undefined
        }
        // Why it can't be extracted is told where it is extracted.
        return agents.candidates(input.contentType)[0]
      }
    },
    extract: async (_, input, options) => {
      const extracting = begin(input, options.signal)
      begun.delete(keyOf(input))
      const { module, extraction } = await extracting
      if (bundled.has(module)) return extraction
      return { ...extraction, findings: [...extraction.findings, readByModule(input.name, module)] }
    },
    [Symbol.asyncDispose]: async () => await agents[Symbol.asyncDispose](),
  }
}

/** Whose reading a note is: that of a module is as good as its author made it. */
function readByModule(subject: string, module: string): Finding {
  return { code: 'MODULE_READ', severity: 'info', subject, message: `It was read by the installed module ${module}.` }
}
