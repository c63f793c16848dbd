import { findId } from '../file/names/find-id.ts'
import { outsideCallers } from '../file/names/outside-callers.ts'
import type { Registry } from '../file/registry.ts'
import type { Finding } from '@datacortex/errors'

/**
 * Names in one entry that lead to no other entry, agents with the name of a caller that is none, and agents that can
 * start each other for ever.
 *
 * @param registry - With the agents of modules.
 * @returns One warning an agent and field, one a name, one an endless circle.
 * @example checkRelations(registry)
 */
export function checkRelations(registry: Registry): readonly Finding[] {
  const findings: Finding[] = []
  for (const { id, entry } of registry.agents.values()) {
    const callers = (entry.can_be_called_by ?? []).filter((caller) => !outsideCallers.has(caller))
    const named = { spawns: entry.spawns ?? [], delegates_to: entry.delegates_to ?? [], can_be_called_by: callers }
    for (const [field, ids] of Object.entries(named)) {
      const dangling = ids.filter((other) => other !== '*' && findId(registry, other) === undefined)
      if (dangling.length === 0) continue
      findings.push({
        code: 'RELATION_DANGLING',
        severity: 'warning',
        subject: id,
        message: `${field} names ${dangling.length === 1 ? 'an agent that is' : 'agents that are'} not registered: ${dangling.join(', ')}`,
        hint: 'Register them, correct the names or take them out.',
      })
    }
  }
  return [...findings, ...callerNames(registry), ...spawnCircles(registry)]
}

function callerNames(registry: Registry): readonly Finding[] {
  return [...outsideCallers]
    .filter((name) => registry.agents.has(name))
    .map((name) => ({
      code: 'AGENT_NAMED_AS_CALLER',
      severity: 'warning',
      subject: name,
      message:
        name === 'user'
          ? 'an agent is called `user`, which means the person: what it starts counts as started by the person'
          : `an agent is called \`${name}\`, which otherwise means a caller that is no agent: who calls as \`${name}\` is held to its rules`,
      hint: 'Give the agent another id, and leave an alias behind if it is known by the old one.',
    }))
}

function spawnCircles(registry: Registry): readonly Finding[] {
  const done = new Set<string>()
  const findings: Finding[] = []
  const visit = (id: string, path: readonly string[]): void => {
    const at = path.indexOf(id)
    if (at >= 0) {
      findings.push({
        code: 'SPAWN_CIRCLE',
        severity: 'warning',
        subject: id,
        message: `agents start each other in a circle: ${[...path.slice(at), id].join(' → ')}`,
        hint: 'Take one of these names out of `spawns`.',
      })
      return
    }
    if (done.has(id)) return
    for (const name of registry.agents.get(id)?.entry.spawns ?? []) {
      const next = findId(registry, name) ?? name
      // An agent may start copies of itself; that is a choice, not a mistake of names.
      if (next !== id) visit(next, [...path, id])
    }
    done.add(id)
  }
  for (const id of registry.agents.keys()) visit(id, [])
  return findings
}
