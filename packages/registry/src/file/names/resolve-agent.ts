import type { CodedError } from '@datacortex/errors'
import { type UnresolvedName, registryError } from '../../errors.ts'
import { findId, currentId } from './find-id.ts'
import { foldedId } from './name-keys.ts'
import { nearestNames } from './nearest-names.ts'
import type { RegisteredAgent, Registry } from '../registry.ts'

/** An agent that was looked up by id, and what the way there was. */
export type ResolvedAgent = {
  readonly agent: RegisteredAgent
  /** The aliases that were followed, first the id that was asked for; empty if it was an agent itself. */
  readonly via: readonly string[]
  /** What a caller should be told: that the id is deprecated, and its note. */
  readonly notes: readonly string[]
}

/**
 * The agent of an id, following aliases (DIP-0021) to the one that took over.
 * @throws `REGISTRY_AGENT_NOT_FOUND` with the nearest ids if there is none.
 * @throws `REGISTRY_AGENT_REMOVED` if the agent was removed; the message has its note.
 * @throws `REGISTRY_AGENT_DISABLED` if the space switched it off.
 * @throws `REGISTRY_ALIAS_DANGLING` if an alias names no agent.
 * @throws `REGISTRY_ALIAS_CYCLE` if aliases lead in a circle.
 * @example resolveAgent(registry, 'gtd-research-processor').agent.id // 'knowledge-extractor'
 */
export function resolveAgent(registry: Registry, id: string): ResolvedAgent {
  const found = followAliases(registry, id)
  if (found === undefined) throw registryError('REGISTRY_AGENT_NOT_FOUND', { id, nearest: nearestIds(registry, id) })
  if ('nobody' in found) throw nobodyError(found.nobody)
  return found
}

/** The same, where it may lead to nobody; undefined if there is no such id. */
export function followAliases(
  registry: Registry,
  id: string,
): ResolvedAgent | { readonly nobody: UnresolvedName } | undefined {
  const via: string[] = []
  const notes: string[] = []
  let current = findId(registry, id) ?? id
  for (;;) {
    const agent = registry.agents.get(current)
    if (registry.disabled?.has(current) === true) return { nobody: { disabled: current } }
    if (agent === undefined) return dangling(registry, { target: current, via })
    const { alias, removed, note } = agent.entry
    if (removed === true && alias === undefined)
      return { nobody: { id: current, note, successor: agentIn(registry, note) } }
    if (agent.entry.deprecated === true || alias !== undefined) notes.push(deprecation(agent))
    if (alias === undefined) return { agent, via, notes }
    via.push(current)
    const next = findId(registry, alias) ?? alias
    if (via.includes(next)) return { nobody: { ids: [...via.slice(via.indexOf(next)), next] } }
    current = next
  }
}

export function nobodyError(nobody: UnresolvedName): CodedError {
  if ('ids' in nobody) return registryError('REGISTRY_ALIAS_CYCLE', nobody)
  if ('disabled' in nobody) return registryError('REGISTRY_AGENT_DISABLED', nobody)
  return 'alias' in nobody
    ? registryError('REGISTRY_ALIAS_DANGLING', nobody)
    : registryError('REGISTRY_AGENT_REMOVED', nobody)
}

/**
 * Ids that a mistyped one may have meant: first those of agents of this name, who kept the id of a former one, then the
 * nearest.
 * @returns At most three ids.
 * @example nearestIds(registry, 'wirter') // ['writer']
 */
export function nearestIds(registry: Registry, id: string): readonly string[] {
  const name = foldedId(id)
  const named = [...registry.agents.values()].filter(({ entry }) => isLive(entry) && foldedId(entry.name) === name)
  return [...new Set([...named.map((agent) => agent.id), ...nearestNames([...registry.agents.keys()], id)])].slice(0, 3)
}

function isLive(entry: RegisteredAgent['entry']): boolean {
  return entry.removed !== true && entry.alias === undefined
}

function dangling(
  registry: Registry,
  { target, via }: { readonly target: string; readonly via: readonly string[] },
): { readonly nobody: UnresolvedName } | undefined {
  const alias = via.at(-1)
  if (alias === undefined) return undefined
  // An alias that named one that leads nowhere, or back to itself, would be as broken as before.
  const others = [...registry.agents.keys()].filter((known) => currentId(registry, known, via) !== undefined)
  return { nobody: { alias, target, nearest: nearestNames(others, target) } }
}

/** The first agent that a note names and that is still there. */
function agentIn(registry: Registry, note = ''): string | undefined {
  const words = note.normalize('NFC').match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}]/gu) ?? []
  return words.find((word) => {
    const entry = registry.agents.get(findId(registry, word) ?? '')?.entry
    return entry !== undefined && isLive(entry)
  })
}

function deprecation({ id, entry }: RegisteredAgent): string {
  const successor = entry.alias === undefined ? '' : `; use ${entry.alias}`
  return `${id} is deprecated${successor}.${entry.note === undefined ? '' : ` ${entry.note}`}`
}
