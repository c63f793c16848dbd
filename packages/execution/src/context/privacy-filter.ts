import { type AccessFilter, type LeftOut, type SessionMemory, readMemories } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import type { Execution } from '../log/execution-record.ts'
import type { Privacy } from './privacy.ts'

/** A screen that knows what it hid. */
export type PrivacyFilter = AccessFilter & {
  readonly level: string
  /** Why an execution may not be shown; undefined if it may: its task and its files tell what its agent was shown. */
  readonly execution: (execution: Pick<Execution, 'agent_id' | 'outputs'>) => string | undefined
  /** Whether something was left out because of its level, or lies where the level would have hidden it. */
  readonly isAbove: (leftOut: LeftOut) => boolean
}

/** What an agent may be shown: paths by their level, a session memory by the most closed of what it is about. */
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
  let reading: Promise<ReadonlyMap<string, SessionMemory>> | undefined
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
    // That there is no such file in a closed folder is said by the folder.
    isAbove: ({ origin, reason }) => reason.endsWith(shown) || path(origin.replace(/#.*$/s, '')) !== undefined,
  }
}

async function memoriesById(paths: SpacePaths): Promise<ReadonlyMap<string, SessionMemory>> {
  const { memories } = await readMemories(paths)
  return new Map(memories.map((memory) => [memory.id, memory]))
}

/** An agent may have put into it whatever it was shown itself. */
function levelOfMemory(memory: SessionMemory | undefined, privacy: Privacy): string {
  if (memory === undefined) return privacy.strictest([])
  const { source, outputs, space, agent_id: agentId } = memory
  const places = [...(source === undefined ? [] : [source.path]), ...outputs, ...(space === undefined ? [] : [space])]
  return privacy.strictest([
    ...places.map((place) => privacy.levelOf(place)),
    ...(agentId === undefined ? [] : [privacy.levelOfAgent(agentId)]),
  ])
}
