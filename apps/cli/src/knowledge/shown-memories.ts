import type { SessionMemory } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import { callerScreen } from './caller-screen.ts'

/** The memories that may be shown, in the order in which they were remembered. */
export type ShownMemories = {
  readonly memories: readonly SessionMemory[]
  readonly findings: readonly { readonly message: string }[]
}

/**
 * Reads the session memories of a space. In the run of an agent those that it may not be shown are as good as unknown.
 *
 * @param paths - Of the space.
 * @example const { memories } = await shownMemories(paths)
 */
export async function shownMemories(paths: SpacePaths): Promise<ShownMemories> {
  const { readMemories } = await import('@datacortex/memory')
  const [{ memories, findings }, screen] = await Promise.all([readMemories(paths), callerScreen(paths)])
  if (screen === undefined) return { memories, findings }
  const reasons = await Promise.all(memories.map(async ({ id }) => await screen.memory(id)))
  return { memories: memories.filter((_, place) => reasons[place] === undefined), findings: [] }
}

/**
 * One memory, as {@link shownMemories} shows it.
 *
 * @param paths - Of the space.
 * @param id - Of the memory, or of the hit of a search: `memory:mem-2026-01-31-001`.
 * @throws {@link MemoryUnknownError}
 */
export async function shownMemory(paths: SpacePaths, id: string): Promise<SessionMemory> {
  const { MemoryUnknownError, memoryIdOf } = await import('@datacortex/memory')
  const { memories } = await shownMemories(paths)
  const wanted = memoryIdOf(id) ?? id
  const memory = memories.find((one) => one.id === wanted)
  if (memory === undefined) throw new MemoryUnknownError({ id })
  return memory
}
