import type { SearchPort } from './search-port.ts'

/**
 * Hits of two ports as one, best first.
 *
 * @param first - Counts where both have the same hit.
 * @param second - The other one.
 */
export function bothPorts(first: SearchPort, second: SearchPort): SearchPort {
  return async (query, options) => {
    const hits = new Map(
      [...(await second(query, options)), ...(await first(query, options))].map((hit) => [hit.id, hit]),
    )
    return [...hits.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, options.limit)
  }
}
