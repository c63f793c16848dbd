import { CodedError } from '@datacortex/errors'
import { AgentRemovedError } from '../errors.ts'
import type { Registry } from '../file/registry.ts'
import { resolveAgent } from '../file/resolve-agent.ts'
import type { IndexEntry } from './index-entry.ts'

/** What a name leads to that no entry of the index bears: an entry, or nobody any more. */
export type NamedAgent =
  | {
      /** Id of the entry. */
      readonly agent: string
      readonly kind: 'id' | 'former id'
      /** What is to be said of the name: that it is deprecated, and its note. */
      readonly notes: readonly string[]
    }
  | { readonly removed: ConstructorParameters<typeof AgentRemovedError>[0] }

/** By name, in lower case. */
export type AgentNames = Readonly<Record<string, NamedAgent>>

/**
 * The names that a query may be, beside the ids of the entries: former ids, those of copies and of removed agents. What
 * leads nowhere is not among them; the doctor tells of it.
 *
 * @param registry - With the agents of modules.
 * @param entries - Of the index of this registry.
 */
export function agentNames(registry: Registry, entries: readonly IndexEntry[]): AgentNames {
  const entryOf = new Map(entries.flatMap(({ agent, card }) => [agent, ...card.sameAs].map((id) => [id, agent])))
  const indexed = new Set(entries.map(({ agent }) => agent))
  const names = new Map<string, NamedAgent>()
  for (const id of registry.agents.keys()) {
    const name = id.toLowerCase()
    if (indexed.has(name) || names.has(name)) continue
    const named = whatBears(id, { registry, entryOf })
    if (named !== undefined) names.set(name, named)
  }
  return Object.fromEntries(names)
}

/**
 * What a query leads to that is nothing but a name; undefined for any other.
 *
 * @param query - Case and blanks around it don't matter.
 * @param names - From {@link agentNames}.
 * @throws {@link AgentRemovedError} if the agent of this name was removed.
 */
export function namedAgent(query: string, names: AgentNames): Extract<NamedAgent, { kind: unknown }> | undefined {
  const name = query.trim().toLowerCase()
  const named = Object.hasOwn(names, name) ? names[name] : undefined
  if (named === undefined) return undefined
  if ('removed' in named) throw new AgentRemovedError(named.removed)
  return named
}

function whatBears(
  id: string,
  { registry, entryOf }: { readonly registry: Registry; readonly entryOf: ReadonlyMap<string, string> },
): NamedAgent | undefined {
  try {
    const { agent, via, notes } = resolveAgent(registry, id)
    const entry = entryOf.get(agent.id)
    return entry === undefined ? undefined : { agent: entry, kind: via.length > 0 ? 'former id' : 'id', notes }
  } catch (error) {
    if (error instanceof AgentRemovedError) return { removed: error.removed }
    if (CodedError.is(error)) return undefined
    throw error
  }
}
