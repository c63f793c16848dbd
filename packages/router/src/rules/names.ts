import { type Registry, findId } from '@datacortex/registry'

/** Whether a list of names in the registry means an agent or caller: by its id, by a former name, or by `*`. */
export function names(registry: Registry, list: readonly string[], id: string): boolean {
  return list.some((name) => name === '*' || name === id || currentName(registry, name) === id)
}

/** The id that aliases lead to; the name itself if they lead nowhere, in a circle, or if it is none. */
export function currentName(registry: Registry, name: string): string {
  const seen = new Set<string>()
  let current = findId(registry, name) ?? name
  for (;;) {
    const alias = registry.agents.get(current)?.entry.alias
    if (alias === undefined) return current
    const next = findId(registry, alias) ?? alias
    if (seen.has(next)) return name
    seen.add(next)
    current = next
  }
}
