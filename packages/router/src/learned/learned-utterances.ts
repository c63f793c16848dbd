import { CodedError, attempt, codedError } from '@datacortex/errors'
import { type Registry, resolveAgent } from '@datacortex/registry'
import type { Routing } from './read-routings.ts'
import { taskWords } from './task-key.ts'

// As many sentences as an agent could sensibly have as examples; the newest say most.
const mostOfAgent = 50

/** The confirmed tasks of each agent, for the search by meaning: newest last, at most 50 each. */
export function learnedUtterances(registry: Registry, routings: readonly Routing[]) {
  const utterances = new Map<string, string[]>()
  const successors = new Map<string, string | CodedError>()
  for (const { agent, task } of routings) {
    // Anyone who routes a task of an agent that is gone is told; here it is only one sentence less.
    if (!successors.has(agent))
      successors.set(
        agent,
        attempt(() => resolveAgent(registry, agent).agent.id, codedError),
      )
    const id = successors.get(agent)
    const words = taskWords(task)
    if (typeof id !== 'string' || words === '') continue
    utterances.set(id, [...(utterances.get(id) ?? []).slice(1 - mostOfAgent), words])
  }
  return utterances
}
