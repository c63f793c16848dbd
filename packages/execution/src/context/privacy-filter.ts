import { type Memory, mindName, readMemories, userMind } from '@datacortex/cognition'
import type { AccessFilter, LeftOut, SearchPort, Shown } from '@datacortex/memory'
import { type SpacePaths, pathInSpace, readSettings, recordOf } from '@datacortex/platform'
import { writeBounds } from '../checks/write-bounds.ts'
import type { Execution } from '../log/execution-record.ts'
import { type Privacy, privacyOf, withFormerNames } from './privacy.ts'
import type { RegisteredAgent, Registry } from '@datacortex/registry'

/** A screen that knows what it hid. */
export type PrivacyFilter = AccessFilter & {
  readonly level: string
  /** Why an execution may not be shown; undefined if it may: its task and its files tell what its agent was shown. */
  readonly execution: (execution: Pick<Execution, 'agent_id' | 'outputs'>) => string | undefined
  /** Whether something was left out because of its level, or lies where the level would have hidden it. */
  readonly isAbove: (leftOut: LeftOut) => boolean
}

/** What an agent may be shown: paths by their level, a memory by the most private of what it is about. */
export function privacyFilter(
  paths: SpacePaths,
  { privacy, agentId, askedBy = agentId }: { privacy: Privacy; agentId: string; askedBy?: string | undefined },
): PrivacyFilter {
  const own = privacy.levelOfAgent(agentId)
  const narrower = privacy.allows(own, { limit: privacy.levelOfAgent(askedBy) }) ? agentId : askedBy
  const limit = privacy.levelOfAgent(narrower)
  const shown = `${narrower} is shown things up to ${limit}`
  const reasonFor = (level: string): string | undefined =>
    privacy.allows(level, { limit }) ? undefined : `its level is ${level}, and ${shown}`
  const path = (place: string): string | undefined => reasonFor(privacy.levelOf(place))
  let reading: Promise<ReadonlyMap<string, Memory>> | undefined
  return {
    level: limit,
    path,
    async memory(id) {
      if (privacy.isOpenTo(narrower)) return undefined
      reading ??= memoriesById(paths)
      return reasonFor(levelOfMemory((await reading).get(id), privacy))
    },
    execution: ({ agent_id: ran, outputs }) =>
      reasonFor(
        privacy.strictest([privacy.levelOfAgent(ran), ...outputs.map(({ path: place }) => privacy.levelOf(place))]),
      ),
    // That there is no such file in a hidden folder is said by the folder.
    isAbove: ({ origin, reason }) => reason.endsWith(shown) || path(origin.replace(/#.*$/s, '')) !== undefined,
  }
}

/**
 * The same for an agent that another one made, or for whom one asks: only what its `reads` name, and memories of its own.
 */
export function confined(
  filter: PrivacyFilter,
  paths: SpacePaths,
  { registry, agents }: { readonly registry: Registry; readonly agents: readonly (string | undefined)[] },
): PrivacyFilter {
  const made = agents.flatMap((id) => registry.agents.get(id ?? '') ?? []).filter(isConfined)
  if (made.length === 0) return filter
  const bounds = made.map(({ id, entry }) => {
    return { id, holds: writeBounds(entry.reads?.required ?? [], registry.knowledgeLocations) }
  })
  let reading: Promise<ReadonlyMap<string, Memory>> | undefined
  const outside = (place: string): string | undefined => {
    const path = pathInSpace(place) ?? place
    const by = bounds.find(({ holds }) => !holds(path))
    return by && `it is not among the reads of ${by.id}`
  }
  return {
    ...filter,
    path: (place) => filter.path(place) ?? outside(place),
    async memory(id) {
      reading ??= memoriesById(paths)
      const owner = (await reading).get(id)?.agent_id
      const isOwn = made.every((one) => mindsOf(one).some((agent) => mindName(agent) === owner))
      return (await filter.memory(id)) ?? (isOwn ? undefined : 'it is of another agent')
    },
  }
}

/** One that another agent made, or did before the user promoted it. */
export function isConfined({ dynamic, entry }: Pick<RegisteredAgent, 'dynamic' | 'entry'>): boolean {
  return dynamic !== undefined || entry['x-dynamic'] !== undefined
}

/** Who was promoted knows what it learned before. */
function mindsOf({ id, entry }: RegisteredAgent): readonly string[] {
  const { path } = recordOf(entry['x-dynamic'])
  return typeof path === 'string' ? [id, path] : [id]
}

async function memoriesById(paths: SpacePaths): Promise<ReadonlyMap<string, Memory>> {
  const { memories } = await readMemories(paths)
  return new Map(memories.map((memory) => [memory.id, memory]))
}

/** An agent may have put into it whatever it was shown itself. */
function levelOfMemory(memory: Memory | undefined, privacy: Privacy): string {
  if (memory === undefined) return privacy.strictest([])
  const { source, outputs, space, agent_id: agentId } = memory
  const places = [...(source === undefined ? [] : [source.path]), ...outputs, ...(space === undefined ? [] : [space])]
  return privacy.strictest([
    ...places.map((place) => privacy.levelOf(place)),
    ...(agentId === userMind ? [] : [privacy.levelOfAgent(agentId)]),
  ])
}

type SearchForCallerOptions = {
  readonly privacy: Privacy
  /** The agent in whose run this is asked; a person if absent. */
  readonly askedBy: string | undefined
}

export function searchForCaller(
  search: SearchPort | undefined,
  paths: SpacePaths,
  { privacy, askedBy }: SearchForCallerOptions,
): SearchPort | undefined {
  if (search === undefined || askedBy === undefined || privacy.isOpenTo(askedBy)) return search
  const access = privacyFilter(paths, { privacy, agentId: askedBy })
  const shown: Shown = {
    path: (path) => access.path(path) === undefined,
    memory: async (id) => (await access.memory(id)) === undefined,
  }
  return async (query, options) => await search(query, { ...options, shown })
}

/**
 * What an agent may be shown of a space, for anyone who searches or reads on its behalf outside of a context.
 * @returns Undefined if the agent may be shown everything.
 * @throws `PLATFORM_SETTINGS_INVALID` `EXECUTION_PRIVACY_PATTERN`
 * @example const reason = (await agentFilter(paths, { registry, agentId: 'writer' }))?.path('0-personal/journal/a.md')
 */
export async function agentFilter(
  paths: SpacePaths,
  { registry, agentId }: { registry: Registry; agentId: string },
): Promise<PrivacyFilter | undefined> {
  const settings = await readSettings(paths)
  const privacy = privacyOf(withFormerNames(settings.privacy, registry))
  const agent = registry.agents.get(agentId)
  if (privacy.isOpenTo(agentId) && (agent === undefined || !isConfined(agent))) return undefined
  return confined(privacyFilter(paths, { privacy, agentId }), paths, { registry, agents: [agentId] })
}
