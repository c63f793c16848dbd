import type { SpacePaths } from '@datacortex/platform'
import { memoryError } from '../errors.ts'
import { type ChangeMemoryOptions, changeMemory, known } from './change-memory.ts'
import { memoryRowId } from './memory-rows.ts'
import { type SessionMemory, stillHolds } from './session-memory.ts'

/**
 * Says that a memory no longer holds because another one replaces it. Both stay readable.
 * @param change - `id`: the old one; `by`: the one that holds. Saying the same twice changes nothing.
 * @throws `MEMORY_UNKNOWN` `MEMORY_SUPERSEDE_REFUSED`
 * @example await supersedeMemory(paths, { id: 'mem-2026-03-01-001', by: 'mem-2026-04-02-003' })
 */
export async function supersedeMemory(
  paths: SpacePaths,
  { id, by }: { id: string; by: string },
  options: ChangeMemoryOptions = {},
): Promise<void> {
  const { invalidAt, collection, signal } = options
  await changeMemory(paths, id, {
    ...options,
    decide: (old, change, ledger) => {
      if (old.superseded_by === by) return undefined
      const reason = whyNot(old, known(ledger, by))
      if (reason !== undefined) throw memoryError('MEMORY_SUPERSEDE_REFUSED', { id, by, reason })
      return { event: 'superseded', ...change, by, invalid_at: invalidAt }
    },
  })
  await collection?.delete([memoryRowId(id)], { signal })
}

/**
 * Says that a memory was checked by somebody and holds.
 * @throws `MEMORY_UNKNOWN`
 * @example await confirmMemory(paths, 'mem-2026-03-01-001')
 */
export async function confirmMemory(paths: SpacePaths, id: string, options: ChangeMemoryOptions = {}): Promise<void> {
  await changeMemory(paths, id, {
    ...options,
    decide: ({ status }, change) => (status === 'candidate' ? { event: 'confirmed', ...change } : undefined),
  })
}

function whyNot(old: SessionMemory, replacement: SessionMemory): string | undefined {
  if (old.id === replacement.id) return 'it is the same memory'
  if (!stillHolds(old)) return endOf(old)
  // Otherwise two memories could replace each other, and neither would hold.
  return stillHolds(replacement) ? undefined : 'that one does not hold any more'
}

/** Why a memory holds no more, as a reason to refuse ending it again. */
export function endOf({ status, superseded_by: other = 'another' }: SessionMemory): string {
  return status === 'retracted' ? 'it was retracted' : `${other} does so already`
}

/**
 * Takes a memory back that should never have been remembered: it leaves the index and every answer. The journal keeps it,
 * with the reason.
 * @param retraction - Id of the memory, and why. One that does not hold any more stays as it is.
 * @returns Whether it was taken back now; false if it did not hold any more.
 * @throws `MEMORY_UNKNOWN`
 * @example await retractMemory(paths, { id: 'mem-2026-03-01-001', reason: 'said by mistake' })
 */
export async function retractMemory(
  paths: SpacePaths,
  { id, reason }: { id: string; reason?: string | undefined },
  options: ChangeMemoryOptions = {},
): Promise<boolean> {
  const isNew = await changeMemory(paths, id, {
    ...options,
    decide: (memory, change) => (stillHolds(memory) ? { event: 'retracted', ...change, reason } : undefined),
  })
  await options.collection?.delete([memoryRowId(id)], { signal: options.signal })
  return isNew
}
