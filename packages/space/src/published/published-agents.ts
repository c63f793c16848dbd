import { attempt, ifCoded } from '@datacortex/errors'
import { selectAgents } from '@datacortex/export'
import type { RegisteredAgent, Registry } from '@datacortex/registry'
import { publishedAgent } from './published-agent.ts'

/** An agent that came with the program, which is published to who names it, and in no list. */
export function builtinAgent(registry: Registry, id: string): RegisteredAgent | undefined {
  if (registry.agents.get(id)?.isBuiltin !== true) return undefined
  return attempt(() => selectAgents(registry, [id]).agents.map(publishedAgent)[0], ifCoded(undefined))
}

/** The agents that strangers are shown, as they are shown, by id: those in use, with ids that can be published. */
export function publishedAgents(registry: Registry): ReadonlyMap<string, RegisteredAgent> {
  // A space without agents is served too: some may come.
  return attempt(
    () => new Map(selectAgents(registry).agents.map((agent) => [agent.id, publishedAgent(agent)])),
    ifCoded(new Map(), 'EXPORT_NOTHING_TO_PUBLISH'),
  )
}
