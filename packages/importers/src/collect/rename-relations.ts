import { dirname, sep } from 'node:path'
import { type Finding, infoFinding } from '@datacortex/errors'
import { type SpacePaths, isBelow, recordOf } from '@datacortex/platform'
import { agentId } from './agent-id.ts'
import { type AgentEntry, type Registry, agentSourceFile, namedAgents, originOf } from '@datacortex/registry'
import type { AssignedAgent } from './assign-ids.ts'
import { textOf } from '../formats/field-values.ts'

/** An agent whose relations name the ids that the others of its origin got. */
export type RelatedAgent = AssignedAgent & {
  readonly entry: AgentEntry
  readonly findings: readonly Finding[]
}

/** Lets relations name the agents that were meant: the nearest by folder of the same plugin, folder or registry. */
export function renameRelations(
  assigned: readonly AssignedAgent[],
  { registry, paths }: { readonly registry: Registry; readonly paths: SpacePaths },
): readonly RelatedAgent[] {
  const scopes = Map.groupBy(
    assigned.map(({ agent, id }) => ({ id, path: agent.path, names: namesOf(agent.entry, agent.id), of: agent.scope })),
    ({ of }) => of,
  )
  const earlier = earlierAgents(assigned, { registry, paths })
  return assigned.map((each) => {
    const { agent, id } = each
    const renames = new Map<string, string>()
    const renamed = (name: string): string => {
      // Always the person, whatever an agent is called.
      if (name === 'user') return name
      const known = scopes.get(agent.scope) ?? []
      const meant =
        nearest(known, { name, path: agent.path }) ??
        nearest(
          earlier.filter(({ path }) => isBelow(path, agent.scope)),
          { name, path: agent.path },
        ) ??
        name
      if (meant !== name) renames.set(name, meant)
      return meant
    }
    const entry = withNames(agent.entry, renamed)
    return { ...each, entry, findings: [...renames].map(([from, to]) => finding(id, { from, to })) }
  })
}

/** An agent, the file it is in, and the names by which others of its origin call it. */
type Peer = { readonly id: string; readonly path: string; readonly names: ReadonlySet<string> }

function earlierAgents(
  assigned: readonly AssignedAgent[],
  { registry, paths }: { readonly registry: Registry; readonly paths: SpacePaths },
): readonly Peer[] {
  const ids = new Set(assigned.map(({ id }) => id))
  return [...registry.agents.values()].flatMap(({ id, entry }) => {
    const path = ids.has(id) ? undefined : agentSourceFile(paths, { source: originOf(entry) })
    return path === undefined ? [] : [{ id, path, names: namesOf(entry, agentId(entry.name)) }]
  })
}

function nearest(peers: readonly Peer[], { name, path }: { name: string; path: string }): string | undefined {
  const id = agentId(name)
  const exact = peers.filter(({ names }) => names.has(name))
  const meant = exact.length > 0 || id === undefined ? exact : peers.filter(({ names }) => names.has(id))
  const [first, ...others] = meant.map((peer) => ({ id: peer.id, shared: sharedFolders(peer.path, path) }))
  if (first === undefined) return undefined
  return others.reduce((best, peer) => (peer.shared > best.shared ? peer : best), first).id
}

function sharedFolders(one: string, other: string): number {
  const folders = dirname(other).split(sep)
  const at = dirname(one)
    .split(sep)
    .findIndex((folder, index) => folder !== folders[index])
  return at < 0 ? folders.length : at
}

function namesOf(entry: AgentEntry, id: string | undefined): ReadonlySet<string> {
  const key = textOf(recordOf(entry['x-datacore'])['key'])
  return new Set([id, key].filter((name) => name !== undefined))
}

function withNames(entry: AgentEntry, renamed: (name: string) => string): AgentEntry {
  const fields = namedAgents(entry).map(({ field, names }) => {
    const meant = [...new Set(names.map(renamed))]
    return [field, Array.isArray(entry[field]) ? meant : meant[0]]
  })
  return { ...entry, ...Object.fromEntries(fields) }
}

function finding(id: string, { from, to }: { readonly from: string; readonly to: string }): Finding {
  return infoFinding('IMPORT_RELATION_RENAMED', id, {
    message: `${id} names ${from}, which is registered as ${to}: its relations name ${to} now.`,
  })
}
