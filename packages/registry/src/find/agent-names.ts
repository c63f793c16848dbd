import { type NameKey, foldedId, nameKeys } from '../file/names/name-keys.ts'
import type { Registry } from '../file/registry.ts'
import type { UnresolvedName } from '../errors.ts'
import { followAliases, nobodyError } from '../file/names/resolve-agent.ts'
import type { IndexEntry } from './index/index-entry.ts'

/** What a name leads to: an agent that can be found, or nobody any more. */
export type NamedAgent =
  | {
      readonly id: string
      /** Id of the one that speaks for all with its texts. */
      readonly lead: string
      readonly kind: 'id' | 'former id'
      /** What is to be said of the name: that it is deprecated, and its note. */
      readonly notes: readonly string[]
    }
  | { readonly nobody: UnresolvedName }

/** By id as it is, in lower case, and as `foldedId` has it. */
export type AgentNames = Readonly<Record<string, NamedAgent>>

/** The names that a query may be, without the plain ids of entries: those would be as many as there are agents. */
export function agentNames(registry: Registry, entries: readonly IndexEntry[]): AgentNames {
  const leadOf = new Map(entries.flatMap(({ agent, cards }) => cards.map(({ id }) => [id, agent])))
  const names = new Map<string, NamedAgent>()
  const borne = [...registry.agents.keys()].flatMap((id) => {
    const named = whatBears(id, { registry, leadOf })
    return named === undefined ? [] : [{ id, named }]
  })
  // An id as it is written comes before those that are only like it.
  for (const fold of [(id: string) => id, (id: string) => id.normalize('NFC').toLowerCase(), foldedId]) {
    for (const { id, named } of borne) {
      const name = fold(id)
      const isOther = name !== id && leadOf.get(name) === name
      if (!names.has(name) && !isOther && !isPlain(name, named)) names.set(name, named)
    }
  }
  return Object.fromEntries(names)
}

/** Whether a name is an entry's own, and nothing is to be said of it. */
function isPlain(name: string, named: NamedAgent): boolean {
  return !('nobody' in named) && name === named.lead && name === named.id && named.notes.length === 0
}

/** Everything under which a query may be known that is nothing but a name, the likeliest first. */
export function namesIn(query: string): readonly NameKey[] {
  return [{ key: query.trim(), isSpoken: false }, ...nameKeys(query)]
}

/** What a query leads to that is nothing but a name, however it is written; undefined for any other. */
export function namedAgent(
  query: string,
  { names, isEntry }: { readonly names: AgentNames; readonly isEntry: (id: string) => boolean },
): Extract<NamedAgent, { kind: unknown }> | undefined {
  for (const { key, isSpoken } of namesIn(query)) {
    const named = Object.hasOwn(names, key) ? names[key] : undefined
    if (named === undefined && isEntry(key)) return { id: key, lead: key, kind: 'id', notes: [] }
    if (named !== undefined && !('nobody' in named)) return named
    // "data analysis" may be asked of others when `data-analysis` is gone.
    if (named !== undefined && !isSpoken) throw nobodyError(named.nobody)
  }
  return undefined
}

function whatBears(
  id: string,
  { registry, leadOf }: { readonly registry: Registry; readonly leadOf: ReadonlyMap<string, string> },
): NamedAgent | undefined {
  const found = followAliases(registry, id)
  if (found === undefined || 'nobody' in found) return found
  const { agent, via, notes } = found
  const lead = leadOf.get(agent.id)
  return lead === undefined ? undefined : { id: agent.id, lead, kind: via.length > 0 ? 'former id' : 'id', notes }
}
