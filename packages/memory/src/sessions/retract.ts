import { randomUUID } from 'node:crypto'
import type { SpacePaths } from '@datacortex/platform'
import { memoryError } from '../errors.ts'
import type { MemoryEvent } from './memory-event.ts'
import { MemoryJournal } from './memory-journal.ts'
import { memoryRowId } from './memory-rows.ts'
import { stillHolds } from './session-memory.ts'
import type { ChangeMemoryOptions } from './supersede.ts'

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
  const at = (options.now?.() ?? new Date()).toISOString()
  const journal = options.journal ?? new MemoryJournal(paths)
  const isNew = await journal.write(
    (ledger) => {
      const memory = ledger.get(id)
      if (memory === undefined) throw memoryError('MEMORY_UNKNOWN', { id })
      const event: MemoryEvent = { event: 'retracted', event_id: randomUUID(), at, id, reason }
      return stillHolds(memory) ? { events: [event], result: true } : { events: [], result: false }
    },
    { signal: options.signal },
  )
  await options.collection?.delete([memoryRowId(id)], { signal: options.signal })
  return isNew
}
