import { attempt, ifCoded } from '@datacortex/errors'
import { selectAgents } from '@datacortex/export'
import type { RegisteredAgent, Registry } from '@datacortex/registry'
import { publishedAgent } from './published-agent.ts'

/** The agents that strangers are shown, as they are shown, by id: those in use, with ids that can be published. */
export function publishedAgents(registry: Registry): ReadonlyMap<string, RegisteredAgent> {
  // A space without agents is served too: some may come.
  return attempt(
    () => new Map(selectAgents(registry).agents.map((agent) => [agent.id, publishedAgent(agent)])),
    ifCoded(new Map(), 'EXPORT_NOTHING_TO_PUBLISH'),
  )
}
