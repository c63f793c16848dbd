import { type SearchPort, reasoningPath } from '@datacortex/memory'
import type { LoggedHop, LoggedReasoningPath } from '../log/log-entries.ts'

/** Keeps a record of the searches for a context. See DIP-0016 §6.2. */
export function recordSearches(search: SearchPort) {
  const hops: LoggedHop[] = []
  return {
    port: async (query: string, options: Parameters<SearchPort>[1]) => {
      const hits = await search(query, options)
      hops.push(...reasoningPath(query, hits).hops)
      return hits
    },
    path: (
      executionId: string,
      { given, conceal }: { given: readonly string[]; conceal: (query: string) => string },
    ): LoggedReasoningPath | undefined => {
      if (hops.length === 0) return undefined
      // The task stands in queries.
      const reported = hops.map((hop) => (hop.query === undefined ? hop : { ...hop, query: conceal(hop.query) }))
      return { execution_id: executionId, hops: reported, final_context: [...new Set(given)] }
    },
  }
}
