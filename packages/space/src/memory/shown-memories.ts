import type { SessionMemory } from '@datacortex/memory'
import type { Work } from '../work.ts'
import { callerAccess } from '../caller/caller-access.ts'

/** The memories that may be shown, in the order in which they were remembered. */
export type ShownMemories = {
  readonly memories: readonly SessionMemory[]
  readonly findings: readonly { readonly message: string }[]
}

/** Reads the session memories of a space. */
export async function shownMemories(work: Work): Promise<ShownMemories> {
  const { readMemories } = await import('@datacortex/memory')
  const [{ memories, findings }, access] = await Promise.all([readMemories(work.paths), callerAccess(work)])
  if (access === undefined) return { memories, findings }
  const reasons = await Promise.all(memories.map(async ({ id }) => await access.memory(id)))
  const shown = memories.filter((_, place) => reasons[place] === undefined)
  const ids = new Set(shown.map(({ id }) => id))
  return { memories: shown.map((memory) => ({ ...memory, ...othersOf(memory, ids) })), findings: [] }
}

/** The memories that one names, without those that may not be shown: that there is one like it tells what it says. */
function othersOf(
  { similar_to: similar, supersedes, superseded_by: by }: SessionMemory,
  shown: ReadonlySet<string>,
): Pick<SessionMemory, 'similar_to' | 'supersedes' | 'superseded_by'> {
  const open = (id: string | undefined): string | undefined => (id !== undefined && shown.has(id) ? id : undefined)
  return { similar_to: open(similar), supersedes: open(supersedes), superseded_by: open(by) }
}

/** One memory, as {@link shownMemories} shows it. */
export async function shownMemory(work: Work, id: string): Promise<SessionMemory> {
  const { memoryError, memoryIdOf } = await import('@datacortex/memory')
  const { memories } = await shownMemories(work)
  const wanted = memoryIdOf(id) ?? id
  const memory = memories.find((one) => one.id === wanted)
  if (memory === undefined) throw memoryError('MEMORY_UNKNOWN', { id })
  return memory
}
