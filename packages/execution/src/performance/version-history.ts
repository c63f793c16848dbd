import type { AgentPerformance } from '@datacortex/registry'
import type { Execution } from '../log/execution-record.ts'

/** The versions of an agent that ran, told apart by the hash of their content, the last one first. */
export function versionHistory(executions: readonly Execution[]): NonNullable<AgentPerformance['version_history']> {
  const versions = new Map<string, { first: Execution; last: Execution; retired?: string | undefined; count: number }>()
  let later: Execution | undefined
  for (const execution of executions) {
    const { agent_hash: hash, agent_version: name } = execution
    if (hash === undefined && name === undefined) continue
    const key = hash === undefined ? `version ${name}` : `hash ${hash}`
    const known = versions.get(key)
    if (known === undefined)
      versions.set(key, { first: execution, last: execution, retired: later?.timestamp, count: 1 })
    else versions.set(key, { ...known, first: execution, count: known.count + 1 })
    later = execution
  }
  return [...versions.values()].map(({ first, last, retired, count }) => ({
    version: last.agent_version ?? 'unversioned',
    ...(last.agent_hash === undefined ? {} : { hash: last.agent_hash }),
    deployed: first.timestamp,
    executions: count,
    ...(retired === undefined ? {} : { retired }),
  }))
}
