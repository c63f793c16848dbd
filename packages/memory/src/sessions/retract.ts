import type { SpacePaths } from '@datacortex/platform'
import { type ChangeMemoryOptions, changeMemory } from './change-memory.ts'
import { memoryRowId } from './memory-rows.ts'
import { stillHolds } from './session-memory.ts'

/**
 * Takes a memory back that should never have been remembered: it leaves the index and every answer. The journal keeps it,
 * with the reason.
 *
 * @param retraction - Id of the memory, and why. One that does not hold any more stays as it is.
 * @returns Whether it was taken back now; false if it did not hold any more.
 * @throws `MEMORY_UNKNOWN`
 * @example await retractMemory(paths, { id: 'mem-2026-03-01-001', reason: 'said by mistake' })
 */
export async function retractMemory(
  paths: SpacePaths,
  { id, reason }: { readonly id: string; readonly reason?: string | undefined },
  options: ChangeMemoryOptions = {},
): Promise<boolean> {
  const isNew = await changeMemory(paths, id, {
    ...options,
    decide: (memory, change) => (stillHolds(memory) ? { event: 'retracted', ...change, reason } : undefined),
  })
  await options.collection?.delete([memoryRowId(id)], { signal: options.signal })
  return isNew
}
