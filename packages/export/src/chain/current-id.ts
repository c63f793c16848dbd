import type { Registry } from '@datacortex/registry'

type Agents = Pick<Registry, 'agents'>

/**
 * The id that an agent has now, following aliases; undefined if the name leads to no agent in use any more.
 *
 * @param registry - As it is now.
 * @param name - Of any time, such as from the journal.
 */
export function currentId({ agents }: Agents, name: string): string | undefined {
  const seen = new Set<string>()
  for (let id = name; !seen.has(id);) {
    const entry = agents.get(id)?.entry
    if (entry === undefined) return undefined
    if (entry.alias === undefined) return entry.removed === true ? undefined : id
    seen.add(id)
    id = entry.alias
  }
  return undefined
}

/**
 * The aliases that lead to each agent, by the agent's id.
 *
 * @param registry - As it is now.
 */
export function formerIds(registry: Agents): ReadonlyMap<string, readonly string[]> {
  const former = new Map<string, string[]>()
  for (const { id, entry } of registry.agents.values()) {
    const current = entry.alias === undefined ? undefined : currentId(registry, id)
    if (current !== undefined) former.set(current, [...(former.get(current) ?? []), id])
  }
  return former
}
