import { realpath } from 'node:fs/promises'
import { type RegisteredAgent, type Registry, agentSourceFile } from '@datacortex/registry'
import type { CollectedAgent } from './collect-agents.ts'
import { type SpacePaths, ifRefused, recordOf } from '@datacortex/platform'
import { textOf } from '../formats/field-values.ts'

export type AssignedAgent = {
  readonly agent: CollectedAgent
  readonly id: string
  /** The entry that was made from the same file before. */
  readonly existing?: RegisteredAgent | undefined
  /** It is reached on another path now; the registered one is as good. */
  readonly keepsSource?: boolean | undefined
  /** The file that is gone and of which this is taken for the continuation, although it says something else. */
  readonly movedFrom?: string | undefined
}

/** Several agents of one name: the paths, and the ids they got, in the same order. */
export type IdConflict = {
  readonly id: string
  readonly paths: readonly string[]
  readonly resolved: readonly string[]
}

/** Gives every agent, sorted by path, its id: the one it has, that of its name, or `<plugin or folder>-<id>`. */
export async function assignIds(
  agents: readonly CollectedAgent[],
  { registry, paths }: { readonly registry: Registry; readonly paths: SpacePaths },
) {
  const known = await findKnown(agents, { registry, paths })
  const taken = new Set(registry.agents.keys())
  const assigned: AssignedAgent[] = []
  for (const agent of agents) {
    const match = known.get(agent)
    const id = match?.existing.id ?? freeId(agent, taken)
    taken.add(id)
    assigned.push({ agent, id, ...match })
  }
  return { assigned, conflicts: conflictsAmong(assigned, { registry, paths }) }
}

type Match = Pick<AssignedAgent, 'keepsSource' | 'movedFrom'> & { readonly existing: RegisteredAgent }

async function findKnown(
  agents: readonly CollectedAgent[],
  { registry, paths }: { readonly registry: Registry; readonly paths: SpacePaths },
): Promise<ReadonlyMap<CollectedAgent, Match>> {
  const known = new Map<CollectedAgent, Match>()
  const claimed = new Set<string>()
  const claim = (agent: CollectedAgent, match: Match): void => {
    known.set(agent, match)
    claimed.add(match.existing.id)
  }
  const byOrigin = groupBy([...registry.agents.values()], ({ entry }) => originsOf(entry))
  for (const agent of agents) {
    const same = originsOf(agent.entry)
      .flatMap((origin) => byOrigin.get(origin) ?? [])
      .filter(({ id }) => !claimed.has(id))
    const existing = same.find(({ id }) => id === agent.id) ?? same[0]
    if (existing !== undefined) claim(agent, { existing })
  }
  const byName = groupBy([...registry.agents.values()], ({ entry }) => [entry.name])
  for (const agent of agents) {
    if (known.has(agent)) continue
    for (const existing of byName.get(agent.entry.name) ?? []) {
      if (claimed.has(existing.id)) continue
      const place = await placeNow(existing, { agent, paths })
      // Of several files of the name, one that is gone lives on in that which says the same.
      if (place === 'elsewhere' || (place === 'gone' && !isSameContent(existing.entry, agent.entry))) continue
      claim(agent, { existing, keepsSource: place === 'same' && agent.entry.format !== 'datacore' })
      break
    }
  }
  const left = agents.filter((agent) => !known.has(agent))
  const unclaimed = [...registry.agents.values()].filter(({ id }) => !claimed.has(id))
  for (const [agent, match] of await findMoved(left, { unclaimed, paths })) claim(agent, match)
  return known
}

/** A file that is gone lives on in the only one of its name and format, also if that says something else. */
async function findMoved(
  agents: readonly CollectedAgent[],
  { unclaimed, paths }: { readonly unclaimed: readonly RegisteredAgent[]; readonly paths: SpacePaths },
): Promise<readonly (readonly [CollectedAgent, Match])[]> {
  const kindOf = ({ name, format }: Sourced): readonly string[] => [JSON.stringify([name, format])]
  const registered = groupBy(unclaimed, ({ entry }) => kindOf(entry))
  const moved: (readonly [CollectedAgent, Match])[] = []
  for (const [kind, [agent, ...rivals]] of groupBy(agents, ({ entry }) => kindOf(entry))) {
    if (agent === undefined || rivals.length > 0) continue
    const gone: Match[] = []
    for (const existing of registered.get(kind) ?? []) {
      const movedFrom = agentSourceFile(paths, existing.entry)
      const isGone = (await placeNow(existing, { agent, paths })) === 'gone'
      if (movedFrom !== undefined && existing.module === undefined && isGone) gone.push({ existing, movedFrom })
    }
    const [match, ...others] = gone
    if (match !== undefined && others.length === 0) moved.push([agent, match])
  }
  return moved
}

/** Where the file of a registered agent of the same name is: gone, the same file by another path, or another copy. */
async function placeNow(
  { entry }: RegisteredAgent,
  { agent, paths }: { readonly agent: CollectedAgent; readonly paths: SpacePaths },
): Promise<'gone' | 'same' | 'elsewhere'> {
  const file = agentSourceFile(paths, entry)
  const real = file === undefined ? undefined : await realpath(file).catch(ifRefused(undefined))
  if (real === undefined) return 'gone'
  return real === (await realpath(agent.path).catch(ifRefused(agent.path))) ? 'same' : 'elsewhere'
}

function freeId({ id, prefix }: CollectedAgent, taken: ReadonlySet<string>): string {
  const candidate = [id, `${prefix}-${id}`].find((each) => !taken.has(each))
  if (candidate !== undefined) return candidate
  for (let number = 2; ; number += 1) if (!taken.has(`${prefix}-${id}-${number}`)) return `${prefix}-${id}-${number}`
}

function conflictsAmong(
  assigned: readonly AssignedAgent[],
  { registry, paths }: { readonly registry: Registry; readonly paths: SpacePaths },
): readonly IdConflict[] {
  const conflicts: IdConflict[] = []
  const pathOf = ({ entry }: RegisteredAgent): string | undefined => agentSourceFile(paths, entry) ?? entry.source
  for (const [id, group] of groupBy(assigned, ({ agent }) => [agent.id])) {
    const others = group.filter((each) => each.id !== id)
    if (others.length === 0) continue
    const holder = registry.agents.get(id)
    const isHolderInGroup = holder === undefined || group.some((each) => each.id === id)
    const members = group.map((each) => ({ path: each.agent.path, id: each.id }))
    if (!isHolderInGroup) members.unshift({ path: pathOf(holder) ?? registry.file, id })
    // One agent alone under another id: its rival is gone since, or it was renamed by hand.
    if (members.length < 2) continue
    conflicts.push({ id, paths: members.map(({ path }) => path), resolved: members.map((each) => each.id) })
  }
  return conflicts
}

type Sourced = RegisteredAgent['entry']

function originsOf(entry: Sourced): readonly string[] {
  const from = textOf(recordOf(entry['x-datacore'])['from'])
  return [from, entry.source].flatMap((origin) => (origin === undefined ? [] : inAnyCommit(origin)))
}

/** A file of a repository that was fetched is the same one in each commit, which have folders of their own. */
function inAnyCommit(origin: string): string {
  return origin.replace(/(\/repositories\/[0-9a-f]{16}\/)[0-9a-f]{40,64}(?=\/)/, '$1*')
}

function isSameContent(a: Sourced, b: Sourced): boolean {
  return a.sha256 !== undefined && a.sha256 === b.sha256 && a.format === b.format
}

function groupBy<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): ReadonlyMap<string, readonly T[]> {
  const keyed = items.flatMap((item) => [...new Set(keysOf(item))].map((key) => ({ key, item })))
  const groups = Map.groupBy(keyed, ({ key }) => key)
  return new Map([...groups].map(([key, group]) => [key, group.map(({ item }) => item)]))
}
