import type { SearchPort } from '@datacortex/memory'
import { reasoningPath } from '@datacortex/memory'
import type { LoggedHop, LoggedReasoningPath } from '../log/log-entries.ts'

/** A search that keeps what it was asked and what it found. */
export type RecordedSearches = {
  readonly port: SearchPort
  /** The way to what the agent was given; undefined if nothing was searched. */
  readonly path: (
    executionId: string,
    options: { readonly given: readonly string[]; readonly conceal: (query: string) => string },
  ) => LoggedReasoningPath | undefined
}

/** Keeps a record of the searches for a context. See DIP-0016 §6.2. */
export function recordSearches(search: SearchPort): RecordedSearches {
  const hops: LoggedHop[] = []
  return {
    port: async (query, options) => {
      const hits = await search(query, options)
      hops.push(...reasoningPath(query, hits).hops)
      return hits
    },
    path: (executionId, { given, conceal }) => {
      if (hops.length === 0) return undefined
      // The task stands in queries.
      const told = hops.map((hop) => (hop.query === undefined ? hop : { ...hop, query: conceal(hop.query) }))
      return { execution_id: executionId, hops: told, final_context: [...new Set(given)] }
    },
  }
}
