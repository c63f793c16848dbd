import type { SearchHit } from './search-port.ts'

/** How an answer was reached, in the form of the execution log. */
export type ReasoningPath = {
  readonly hops: readonly (
    | { readonly hop: 0; readonly query: string; readonly results: readonly string[] }
    | { readonly hop: number; readonly source: string; readonly followed_links: readonly string[] }
  )[]
  readonly final_context: readonly string[]
}

/**
 * The way from a query to its hits; notes are named by their paths, session memories by their ids.
 * @example reasoningPath('tides', hits).hops[1] // { hop: 1, source: 'Tides.md', followed_links: ['Moon.md'] }
 * @see DIP-0016 §6.2
 */
export function reasoningPath(query: string, hits: readonly SearchHit[]): ReasoningPath {
  const results = new Set<string>()
  const followed = new Map<string, { readonly hop: number; readonly source: string; readonly links: Set<string> }>()
  for (const hit of hits) {
    const way = [...(hit.via ?? []), nameOf(hit)]
    for (const [hop, name] of way.entries()) {
      const source = way[hop - 1]
      if (source === undefined) results.add(name)
      else {
        const key = JSON.stringify([hop, source])
        const step = followed.get(key) ?? { hop, source, links: new Set<string>() }
        step.links.add(name)
        followed.set(key, step)
      }
    }
  }
  const steps = [...followed.values()].toSorted((one, other) => one.hop - other.hop)
  return {
    hops: [
      { hop: 0, query, results: [...results] },
      ...steps.map(({ hop, source, links }) => ({ hop, source, followed_links: [...links] })),
    ],
    final_context: hits.map(nameOf),
  }
}

function nameOf({ path, id }: SearchHit): string {
  return path ?? id
}
