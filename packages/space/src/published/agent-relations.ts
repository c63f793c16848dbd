import type { RegisteredAgent } from '@datacortex/registry'
import type { Published } from './publications.ts'

export type AgentRelations = {
  readonly givesTo: readonly RegisteredAgent[]
  readonly takesFrom: readonly RegisteredAgent[]
}

/**
 * Whom an agent gives work to, and from whom it gets some, by its own entry and by those of the others.
 * @param published - The others; former ids are followed.
 */
export function agentRelations(agent: RegisteredAgent, { agents, agentOf }: Pick<Published, 'agents' | 'agentOf'>) {
  const named = (names: readonly string[] = []): readonly string[] => names.flatMap((name) => agentOf(name)?.id ?? [])
  const workers = ({ entry }: RegisteredAgent): readonly string[] =>
    named([...(entry.spawns ?? []), ...(entry.delegates_to ?? [])])
  const callers = agents
    .values()
    .filter((one) => workers(one).includes(agent.id))
    .map(({ id }) => id)
  const known = (ids: Iterable<string>): readonly RegisteredAgent[] =>
    [...new Set(ids)].filter((id) => id !== agent.id).flatMap((id) => agents.get(id) ?? [])
  return { givesTo: known(workers(agent)), takesFrom: known([...callers, ...named(agent.entry.can_be_called_by)]) }
}
