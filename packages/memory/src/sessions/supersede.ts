import { randomUUID } from 'node:crypto'
import type { SpacePaths } from '@datacortex/platform'
import type { Collection } from '@datacortex/vector-store'
import { memoryError } from '../errors.ts'
import type { MemoryEvent } from './memory-event.ts'
import { MemoryJournal } from './memory-journal.ts'
import type { MemoryLedger } from './memory-ledger.ts'
import { memoryRowId } from './memory-rows.ts'
import type { SessionMemory } from './session-memory.ts'
import { stillHolds } from './session-memory.ts'

export type ChangeMemoryOptions = {
  readonly now?: (() => Date) | undefined
  /** World time from which the old memory is false, ISO; now if absent. */
  readonly invalidAt?: string | undefined
  /** The collection of notes: the old memory leaves it at once. */
  readonly collection?: Collection | undefined
  readonly journal?: MemoryJournal | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Says that a memory no longer holds because another one replaces it. Both stay readable.
 *
 * @param change - `id`: the old one; `by`: the one that holds. Saying the same twice changes nothing.
 * @throws `MEMORY_UNKNOWN` `MEMORY_SUPERSEDE_REFUSED`
 * @example await supersedeMemory(paths, { id: 'mem-2026-03-01-001', by: 'mem-2026-04-02-003' })
 */
export async function supersedeMemory(
  paths: SpacePaths,
  change: { readonly id: string; readonly by: string },
  options: ChangeMemoryOptions = {},
): Promise<void> {
  const { id, by } = change
  const at = (options.now?.() ?? new Date()).toISOString()
  const journal = options.journal ?? new MemoryJournal(paths)
  await journal.write(
    (ledger) => {
      if (ledger.get(id)?.superseded_by === by) return { events: [], result: undefined }
      checkChange(ledger, change)
      const event: MemoryEvent = {
        event: 'superseded',
        event_id: randomUUID(),
        at,
        id,
        by,
        invalid_at: options.invalidAt,
      }
      return { events: [event], result: undefined }
    },
    { signal: options.signal },
  )
  await options.collection?.delete([memoryRowId(id)], { signal: options.signal })
}

/**
 * Says that a memory was checked by somebody and holds.
 *
 * @throws `MEMORY_UNKNOWN`
 * @example await confirmMemory(paths, 'mem-2026-03-01-001')
 */
export async function confirmMemory(paths: SpacePaths, id: string, options: ChangeMemoryOptions = {}): Promise<void> {
  const at = (options.now?.() ?? new Date()).toISOString()
  const journal = options.journal ?? new MemoryJournal(paths)
  await journal.write(
    (ledger) => {
      const memory = ledger.get(id)
      if (memory === undefined) throw memoryError('MEMORY_UNKNOWN', { id })
      const event: MemoryEvent = { event: 'confirmed', event_id: randomUUID(), at, id }
      return { events: memory.status === 'candidate' ? [event] : [], result: undefined }
    },
    { signal: options.signal },
  )
}

function checkChange(ledger: MemoryLedger, { id, by }: { id: string; by: string }): void {
  const [old, replacement] = [ledger.get(id), ledger.get(by)]
  if (old === undefined) throw memoryError('MEMORY_UNKNOWN', { id })
  if (replacement === undefined) throw memoryError('MEMORY_UNKNOWN', { id: by })
  const reason =
    id === by
      ? 'it is the same memory'
      : !stillHolds(old)
        ? endOf(old)
        : // Otherwise two memories could replace each other, and neither would hold.
          !stillHolds(replacement)
          ? 'that one does not hold any more'
          : undefined
  if (reason !== undefined) throw memoryError('MEMORY_SUPERSEDE_REFUSED', { id, by, reason })
}

/** Why a memory holds no more, as a reason to refuse ending it again. */
export function endOf({ status, superseded_by: other = 'another' }: SessionMemory): string {
  return status === 'retracted' ? 'it was retracted' : `${other} does so already`
}
