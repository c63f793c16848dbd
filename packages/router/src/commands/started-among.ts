import { type Registry, currentId } from '@datacortex/registry'

/** Those of some agents that work for another of them, by `spawns` or `can_be_called_by`, and not for each other. */
export function startedAmong(ids: readonly string[], registry: Registry): ReadonlySet<string> {
  const among = new Set(ids)
  const startersOf = new Map(ids.map((id) => [id, new Set<string>()]))
  const starts = (starter: string, id: string): void => {
    if (starter !== id) startersOf.get(id)?.add(starter)
  }
  const known = (names: readonly string[] = []): readonly string[] =>
    names.map((name) => currentId(registry, name) ?? name).filter((id) => among.has(id))
  for (const id of ids) {
    const entry = registry.agents.get(id)?.entry
    for (const other of known(entry?.spawns)) starts(id, other)
    for (const other of known(entry?.can_be_called_by)) starts(other, id)
  }
  return new Set(
    ids.filter((id) => [...(startersOf.get(id) ?? [])].some((starter) => startersOf.get(starter)?.has(id) !== true)),
  )
}
