import type { Memory } from '@datacortex/cognition'
import type { Work } from '../work.ts'
import { callerAccess } from '../caller/caller-access.ts'
import { isByHand } from '../caller/caller.ts'
import { askingMind } from '../minds/asking-mind.ts'

/** The memories that may be shown, in the order in which they were remembered. */
export type ShownMemories = {
  readonly memories: readonly Memory[]
  readonly findings: readonly { readonly message: string }[]
}

/** The memories that the caller may be shown: by hand all, else those that are shared and the caller's own. */
export async function shownMemories(work: Work): Promise<ShownMemories> {
  const { readMemories } = await import('@datacortex/cognition')
  if (isByHand(work)) return await readMemories(work.paths)
  const [{ memories, findings }, access, own] = await Promise.all([
    readMemories(work.paths),
    callerAccess(work),
    askingMind(work, undefined),
  ])
  const open = memories.filter(({ visibility, agent_id: agent }) => visibility !== 'private' || agent === own?.agent)
  const reasons = await Promise.all(open.map(async ({ id }) => await access?.memory(id)))
  const shown = open.filter((_, place) => reasons[place] === undefined)
  const ids = new Set(shown.map(({ id }) => id))
  return {
    memories: shown.map((memory) => ({ ...memory, ...othersOf(memory, ids) })),
    findings: access === undefined && work.caller.kind === 'user' ? findings : [],
  }
}

/** The memories that one names, without those that may not be shown: that there is one like it tells what it says. */
function othersOf({ supersedes, superseded_by: by }: Memory, shown: ReadonlySet<string>) {
  const open = (id: string | undefined): string | undefined => (id !== undefined && shown.has(id) ? id : undefined)
  return { supersedes: open(supersedes), superseded_by: open(by) }
}

export async function shownMemory(work: Work, id: string): Promise<Memory> {
  const { memoryError, memoryIdOf } = await import('@datacortex/memory')
  const { memories } = await shownMemories(work)
  const wanted = memoryIdOf(id) ?? id
  const memory = memories.find((one) => one.id === wanted)
  if (memory === undefined) throw memoryError('MEMORY_UNKNOWN', { id })
  return memory
}
