import { namedAgents } from '../file/entry-parts.ts'
import { findId } from '../file/names/find-id.ts'
import { foldedId } from '../file/names/name-keys.ts'
import { outsideCallers } from '../file/names/outside-callers.ts'
import type { Registry } from '../file/registry.ts'
import { type Finding, warningFinding } from '@datacortex/errors'

/** Names that lead to no entry, agents named like a caller that is none, and the first twenty circles of `spawns`. */
export function checkRelations(registry: Registry): readonly Finding[] {
  const findings: Finding[] = []
  const commands = commandsOf(registry)
  for (const { id, entry } of registry.agents.values()) {
    const isOutside = (caller: string): boolean => outsideCallers.has(caller) || commands.has(commandName(caller))
    for (const { field, names } of namedAgents(entry)) {
      const dangling = names.filter(
        (name) =>
          name !== '*' && findId(registry, name) === undefined && !(field === 'can_be_called_by' && isOutside(name)),
      )
      // Of an alias more can be said.
      if (dangling.length === 0 || field === 'alias') continue
      findings.push(
        warningFinding('RELATION_DANGLING', id, {
          message: `${field} names ${dangling.length === 1 ? 'an agent that is' : 'agents that are'} not registered: ${dangling.join(', ')}`,
          hint: 'Register them, correct the names or take them out.',
        }),
      )
    }
  }
  return [...findings, ...callerNames(registry), ...spawnCircles(registry)]
}

/** Registries name commands among callers, which lead to the agents that have them. */
function commandsOf(registry: Registry): ReadonlySet<string> {
  const commands = [...registry.agents.values()].flatMap(({ entry }) => entry.triggers?.commands ?? [])
  return new Set(commands.map(commandName))
}

/** Without slash and what may follow it, as in `/research [topic]`. */
function commandName(command: string): string {
  return foldedId(command.trim().replace(/^\//, '').replace(/\s.*$/s, ''))
}

function callerNames(registry: Registry): readonly Finding[] {
  return [...outsideCallers]
    .filter((name) => registry.agents.has(name))
    .map((name) =>
      warningFinding('AGENT_NAMED_AS_CALLER', name, {
        message:
          name === 'user'
            ? 'an agent is called `user`, which means the person: what it starts counts as started by the person'
            : `an agent is called \`${name}\`, which otherwise means a caller that is no agent: who calls as \`${name}\` is held to its rules`,
        hint: 'Give the agent another id, and leave an alias behind if it is known by the old one.',
      }),
    )
}

/** Every agent of a team may name every other one: thousands of circles say no more than the first few. */
const mostCircles = 20
const mostNames = 12

function spawnCircles(registry: Registry): readonly Finding[] {
  const done = new Set<string>()
  const findings: Finding[] = []
  for (const start of registry.agents.keys()) {
    if (done.has(start)) continue
    // No recursion: a chain may have as many agents as the registry.
    const path = [{ id: start, next: startedBy(registry, start) }]
    const places = new Map([[start, 0]])
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const { value: id, done: isLast } = last.next.next()
      if (isLast === true) {
        done.add(last.id)
        places.delete(last.id)
        path.pop()
        continue
      }
      const at = places.get(id)
      if (at !== undefined) {
        if (findings.length === mostCircles) return findings
        findings.push(circle([...path.slice(at).map((one) => one.id), id]))
      } else if (!done.has(id)) {
        places.set(id, path.length)
        path.push({ id, next: startedBy(registry, id) })
      }
    }
  }
  return findings
}

function startedBy(registry: Registry, id: string): Iterator<string, undefined> {
  const names = registry.agents.get(id)?.entry.spawns ?? []
  const ids = new Set(names.map((name) => findId(registry, name) ?? name))
  // An agent may start copies of itself; that is a choice, not a mistake of names.
  ids.delete(id)
  return ids.values()
}

function circle(ids: readonly string[]): Finding {
  const left = ids.length - mostNames
  const shown = left > 1 ? [...ids.slice(0, mostNames - 1), `${left} more`, ...ids.slice(-1)] : ids
  return warningFinding('SPAWN_CIRCLE', ids[0] ?? '', {
    message: `agents start each other in a circle: ${shown.join(' → ')}`,
    hint: 'Take one of these names out of `spawns`.',
  })
}
