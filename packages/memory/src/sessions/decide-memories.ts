import { randomUUID } from 'node:crypto'
import { memoryError } from '../errors.ts'
import type { MemoryEvent } from './memory-event.ts'
import type { MemoryLedger } from './memory-ledger.ts'
import { type AddedMemory, type MemoryRecord, type SessionMemory, stillHolds } from './session-memory.ts'
import { endOf } from './supersede.ts'

/** A memory that a record became or was merged into. */
export type WrittenMemory = {
  readonly memory: SessionMemory
  readonly merged: boolean
  readonly replaced: string | undefined
}

/** What records come to, each seeing those before. Throws `MEMORY_UNKNOWN`, `MEMORY_SUPERSEDE_REFUSED` before any. */
export function decideMemories(
  ledger: MemoryLedger,
  { records, at }: { records: readonly MemoryRecord[]; at: string },
): { readonly events: readonly MemoryEvent[]; readonly result: readonly WrittenMemory[] } {
  const replaceable = records.map(({ supersedes }) => supersedes).filter((id) => id !== undefined)
  // Before anything is applied: a refused record must leave the whole batch unwritten.
  for (const [index, id] of replaceable.entries())
    checkReplaceable(ledger, { id, twice: replaceable.includes(id, index + 1) })
  const events: MemoryEvent[] = []
  const result: WrittenMemory[] = []
  for (const record of records) {
    const same = record.supersedes === undefined ? ledger.sameAs(record) : undefined
    const event = same === undefined ? added(ledger, { record, at }) : mergeOf(same, { record, at })
    if (event !== undefined) {
      ledger.apply(event)
      events.push(event)
    }
    const id = same?.id ?? (event?.event === 'added' ? event.memory.id : '')
    const memory = ledger.get(id)
    if (memory === undefined) throw new Error(`The memory ${id} was not made.`)
    result.push({ memory, merged: same !== undefined, replaced: record.supersedes })
  }
  return { events, result }
}

function checkReplaceable(ledger: MemoryLedger, { id, twice }: { id: string; twice: boolean }): void {
  const old = ledger.get(id)
  if (old === undefined) throw memoryError('MEMORY_UNKNOWN', { id })
  const reason = !stillHolds(old) ? endOf(old) : twice ? 'another record of the same batch does so already' : undefined
  if (reason !== undefined) throw memoryError('MEMORY_SUPERSEDE_REFUSED', { id, by: 'a new memory', reason })
}

function added(ledger: MemoryLedger, { record, at }: { record: MemoryRecord; at: string }): MemoryEvent {
  const memory: AddedMemory = {
    ...record,
    id: ledger.nextId(at),
    timestamp: at,
    type: record.type ?? 'session-memory',
    insights: record.insights ?? [],
    tags: record.tags ?? [],
    outputs: record.outputs ?? [],
    origin: originOf(record),
    status: record.status ?? 'candidate',
  }
  return { event: 'added', event_id: randomUUID(), at, memory }
}

function originOf({ origin, source, source_execution: execution }: MemoryRecord): AddedMemory['origin'] {
  if (origin !== undefined && origin !== 'recall') return origin
  if (execution !== undefined) return 'execution'
  return source === undefined ? 'person' : 'document'
}

/** Undefined if the record adds nothing to what is known. */
function mergeOf(same: SessionMemory, { record, at }: { record: MemoryRecord; at: string }): MemoryEvent | undefined {
  const missing = (known: readonly string[], said: readonly string[] = []): readonly string[] =>
    said.filter((item) => !known.includes(item))
  const { source_execution: execution } = record
  const news = {
    insights: missing(same.insights, record.insights),
    tags: missing(same.tags, record.tags),
    outputs: missing(same.outputs, record.outputs),
    source_execution: execution === undefined || same.executions.includes(execution) ? undefined : execution,
  }
  const { insights, tags, outputs } = news
  if (insights.length + tags.length + outputs.length === 0 && news.source_execution === undefined) return undefined
  return { event: 'merged', event_id: randomUUID(), at, id: same.id, ...news }
}
