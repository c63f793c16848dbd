import { CodedError } from '@datacortex/errors'
import { AgentRemovedError } from '../errors.ts'
import { nameKeys } from '../file/name-keys.ts'
import type { Registry } from '../file/registry.ts'
import { resolveAgent } from '../file/resolve-agent.ts'
import type { IndexEntry } from './index-entry.ts'

/** What a name leads to: an entry of the index, or nobody any more. */
export type NamedAgent =
  | {
      /** Id of the entry. */
      readonly agent: string
      readonly kind: 'id' | 'former id'
      /** What is to be said of the name: that it is deprecated, and its note. */
      readonly notes: readonly string[]
      /** Which of the agents with the same texts is meant, if it is not the one that speaks for them. */
      readonly copy?: NamedCopy | undefined
    }
  | { readonly removed: ConstructorParameters<typeof AgentRemovedError>[0] }

/** An agent that another one with the same texts speaks for. */
export type NamedCopy = {
  readonly id: string
  readonly name: string
  readonly module: string | null
  /** Ids of all others with these texts. */
  readonly sameAs: readonly string[]
}

/** By name, in lower case. */
export type AgentNames = Readonly<Record<string, NamedAgent>>

/**
 * The names that a query may be, beside the ids of entries of which nothing is to be said: other ids, former ones, those of
 * copies, of deprecated and of removed agents. What leads nowhere is not among them; the doctor tells of it.
 *
 * @param registry - With the agents of modules.
 * @param entries - Of the index of this registry.
 */
export function agentNames(registry: Registry, entries: readonly IndexEntry[]): AgentNames {
  const entryOf = new Map(entries.flatMap((entry) => [entry.agent, ...entry.card.sameAs].map((id) => [id, entry])))
  const indexed = new Set(entries.map(({ agent }) => agent))
  const names = new Map<string, NamedAgent>()
  for (const id of registry.agents.keys()) {
    const name = id.toLowerCase()
    if (names.has(name) || (indexed.has(name) && id !== name)) continue
    const named = whatBears(id, { registry, entryOf })
    const isPlain = indexed.has(name) && (named === undefined || !('notes' in named) || named.notes.length === 0)
    if (named !== undefined && !isPlain) names.set(name, named)
  }
  return Object.fromEntries(names)
}

/**
 * What a query leads to that is nothing but a name, however it is written; undefined for any other.
 *
 * @param query - What is asked.
 * @param options - Names from {@link agentNames}, and which of some ids are entries.
 * @throws {@link AgentRemovedError} if the agent of this name was removed.
 */
export function namedAgent(
  query: string,
  { names, entries }: { readonly names: AgentNames; readonly entries: { has(id: string): boolean } },
): Extract<NamedAgent, { kind: unknown }> | undefined {
  for (const { key, isSpoken } of [{ key: query.trim(), isSpoken: false }, ...nameKeys(query)]) {
    const named = Object.hasOwn(names, key) ? names[key] : undefined
    if (named === undefined && entries.has(key)) return { agent: key, kind: 'id', notes: [] }
    if (named !== undefined && !('removed' in named)) return named
    // "data analysis" may be asked of others when `data-analysis` is gone.
    if (named !== undefined && !isSpoken) throw new AgentRemovedError(named.removed)
  }
  return undefined
}

function whatBears(
  id: string,
  { registry, entryOf }: { readonly registry: Registry; readonly entryOf: ReadonlyMap<string, IndexEntry> },
): NamedAgent | undefined {
  try {
    const { agent, via, notes } = resolveAgent(registry, id)
    const entry = entryOf.get(agent.id)
    if (entry === undefined) return undefined
    const kind = via.length > 0 ? 'former id' : 'id'
    if (agent.id === entry.agent) return { agent: entry.agent, kind, notes }
    const sameAs = [entry.agent, ...entry.card.sameAs].filter((other) => other !== agent.id)
    const copy = { id: agent.id, name: agent.entry.name, module: agent.module ?? null, sameAs }
    return { agent: entry.agent, kind, notes, copy }
  } catch (error) {
    if (error instanceof AgentRemovedError) return { removed: error.removed }
    if (CodedError.is(error)) return undefined
    throw error
  }
}
