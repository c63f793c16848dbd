import { randomUUID } from 'node:crypto'
import type { SpacePaths } from '@datacortex/platform'
import type { Collection } from '@datacortex/vector-store'
import { memoryError } from '../errors.ts'
import type { MemoryEvent } from './memory-event.ts'
import { MemoryJournal } from './memory-journal.ts'
import type { MemoryLedger } from './memory-ledger.ts'
import type { SessionMemory } from './session-memory.ts'

export type ChangeMemoryOptions = {
  readonly now?: (() => Date) | undefined
  /** World time from which the old memory is false, ISO; now if absent. */
  readonly invalidAt?: string | undefined
  /** The collection of notes: the old memory leaves it at once. */
  readonly collection?: Collection | undefined
  readonly journal?: MemoryJournal | undefined
  readonly signal?: AbortSignal | undefined
}

type Change = { readonly event_id: string; readonly at: string; readonly id: string }

/** Records what `decide` makes of a memory, and whether that is something. Throws `MEMORY_UNKNOWN`. */
export async function changeMemory(
  paths: SpacePaths,
  id: string,
  {
    now = () => new Date(),
    journal = new MemoryJournal(paths),
    signal,
    decide,
  }: ChangeMemoryOptions & {
    readonly decide: (memory: SessionMemory, change: Change, ledger: MemoryLedger) => MemoryEvent | undefined
  },
): Promise<boolean> {
  const change = { event_id: randomUUID(), at: now().toISOString(), id }
  return await journal.write(
    (ledger) => {
      const event = decide(known(ledger, id), change, ledger)
      return { events: event === undefined ? [] : [event], result: event !== undefined }
    },
    { signal },
  )
}

/** Throws `MEMORY_UNKNOWN`. */
export function known(ledger: MemoryLedger, id: string): SessionMemory {
  const memory = ledger.get(id)
  if (memory === undefined) throw memoryError('MEMORY_UNKNOWN', { id })
  return memory
}
