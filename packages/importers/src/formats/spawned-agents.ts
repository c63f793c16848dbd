import { agentId } from '../collect/agent-id.ts'
import { commaSeparated } from './field-values.ts'

/** The agents that a list of tools allows to start: `Agent(x)` and `Task(x)`. */
export function spawnedAgents(tools: unknown): readonly string[] {
  const names = commaSeparated(tools).flatMap((tool) => {
    const inner = /^(?:Agent|Task)\(([^()]*)\)$/.exec(tool)?.[1]
    return inner === undefined ? [] : inner.split(',')
  })
  return agentIds(names)
}

/** Names as ids, each once, without the placeholder `*`. */
export function agentIds(names: readonly string[]): readonly string[] {
  return [...new Set(names.map((name) => agentId(name)).filter((id) => id !== undefined))]
}
