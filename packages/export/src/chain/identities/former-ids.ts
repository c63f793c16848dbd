import { type Registry, currentId } from '@datacortex/registry'

/** The aliases that lead to each agent, by the agent's id. */
export function formerIds(registry: Pick<Registry, 'agents'>): ReadonlyMap<string, readonly string[]> {
  const former = new Map<string, string[]>()
  for (const { id, entry } of registry.agents.values()) {
    const current = entry.alias === undefined ? undefined : currentId(registry, id)
    if (current !== undefined) former.set(current, [...(former.get(current) ?? []), id])
  }
  return former
}
