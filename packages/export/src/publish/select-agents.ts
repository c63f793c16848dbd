import { type RegisteredAgent, type Registry, resolveAgent } from '@datacortex/registry'
import { exportError } from '../errors.ts'
import { type Finding, errorFinding, infoFinding } from '@datacortex/errors'
import { unpublishable } from './published-paths.ts'

/** The agents of an export, sorted by id, and why others are not among them. */
export type SelectedAgents = { readonly agents: readonly RegisteredAgent[]; readonly findings: readonly Finding[] }

/**
 * Chooses the agents to publish: those that were named, else all that are in use.
 *
 * Aliases, removed and deprecated agents, components and what comes with the program are left out unless they are named; a
 * name may be an alias. Those of the space itself are reported.
 * @param ids - What was asked for; all if absent or empty.
 * @throws `REGISTRY_AGENT_NOT_FOUND` `REGISTRY_AGENT_REMOVED` `REGISTRY_ALIAS_DANGLING` `REGISTRY_ALIAS_CYCLE`
 * @throws `EXPORT_NOTHING_TO_PUBLISH` if none is left.
 * @example selectAgents(registry, ['writer']).agents
 */
export function selectAgents(registry: Registry, ids: readonly string[] = []): SelectedAgents {
  const findings: Finding[] = []
  const wanted =
    ids.length > 0
      ? new Map(ids.map((id) => resolveAgent(registry, id).agent).map((agent) => [agent.id, agent])).values()
      : registry.agents.values()
  const byFoldedId = new Map<string, RegisteredAgent>()
  for (const agent of [...wanted].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const reason = ids.length > 0 ? undefined : unused(agent)
    // Former agents of a module are its own affair: nobody here took them out.
    if (reason !== undefined && agent.module === undefined)
      findings.push(infoFinding('EXPORT_AGENT_LEFT_OUT', agent.id, { message: reason, hint: 'Name it to publish it.' }))
    const unfit = unpublishable(agent.id)
    if (unfit !== undefined) findings.push(unfitId(agent.id, unfit))
    // Some file systems and many people take ids that differ only in case for the same one.
    const first = byFoldedId.get(agent.id.toLowerCase())
    if (reason !== undefined || unfit !== undefined) continue
    if (first === undefined) byFoldedId.set(agent.id.toLowerCase(), agent)
    else findings.push(clash(agent.id, first.id))
  }
  const agents = [...byFoldedId.values()]
  if (agents.length === 0)
    throw exportError('EXPORT_NOTHING_TO_PUBLISH', {
      reasons: findings.map(({ subject, message }) => `${subject}: ${message}`),
    })
  return { agents, findings }
}

/** As {@link selectAgents}, without those of modules unless they are named: what others made leaves by its name only. */
export function selectOwn(registry: Registry, ids: readonly string[] = []): SelectedAgents {
  const others = [...registry.agents.values()].filter(
    (agent) => agent.module !== undefined && unused(agent) === undefined,
  )
  if (ids.length > 0 || others.length === 0) return selectAgents(registry, ids)
  const left = infoFinding('EXPORT_AGENT_LEFT_OUT', 'modules', {
    message: `${others.length} agents of modules were left out, such as ${others[0]?.id}.`,
    hint: 'Name those that you want.',
  })
  const own = new Map([...registry.agents].filter(([, { module }]) => module === undefined))
  if (own.size === 0) throw exportError('EXPORT_NOTHING_TO_PUBLISH', { reasons: [`modules: ${left.message}`] })
  const { agents, findings } = selectAgents({ ...registry, agents: own })
  return { agents, findings: [...findings, left] }
}

function unused({ entry, isBuiltin }: RegisteredAgent): string | undefined {
  if (isBuiltin === true) return 'It comes with the program.'
  if (entry.removed === true) return 'It was removed.'
  if (entry.alias !== undefined) return `It is an alias of ${entry.alias}.`
  if (entry.deprecated === true) return 'It is deprecated.'
  return entry.type === 'component' ? 'It is a component of agents.' : undefined
}

function unfitId(id: string, reason: string): Finding {
  return errorFinding('EXPORT_ID_UNFIT', id, {
    message: `Left out: ${reason}.`,
    hint: 'Give it a key of a–z, 0–9, ".", "_" and "-" in agents.yaml, and keep the old one as an alias.',
  })
}

function clash(id: string, first: string): Finding {
  return errorFinding('EXPORT_ID_CLASH', id, {
    message: `Left out: its id differs from ${first} only in upper and lower case.`,
    hint: 'Rename one of the two in agents.yaml.',
  })
}
