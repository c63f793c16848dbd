import { executionError } from '../errors.ts'
import { type LogEntries, logLists } from './log-entries.ts'
import { largestEntryBytes } from './log-limits.ts'
import { readLogEntry } from './read-log-entry.ts'
import { renderEntry } from './render-entry.ts'

/** Refuses entries that the log could not give back. Throws `EXECUTION_ENTRY_INVALID` or `EXECUTION_ID_TAKEN`. */
export function checkEntries(entries: Partial<LogEntries>): void {
  for (const list of logLists)
    for (const entry of entries[list] ?? []) {
      const problem = problemOf(readLogEntry(list, entry)) ?? sizeProblem(entry) ?? idProblem(entry)
      if (problem !== undefined) throw executionError('EXECUTION_ENTRY_INVALID', { list, problem })
    }
  const ids = new Set<string>()
  for (const { id, duration_ms: durationMs } of entries.executions ?? []) {
    if (!(durationMs >= 0))
      throw executionError('EXECUTION_ENTRY_INVALID', { list: 'executions', problem: negativeDuration })
    if (ids.has(id)) throw executionError('EXECUTION_ID_TAKEN', { id })
    ids.add(id)
  }
}

const negativeDuration = 'its duration is negative or no number; measure it with a monotonic clock'

function problemOf(read: unknown): string | undefined {
  return typeof read === 'string' ? read : undefined
}

function sizeProblem(entry: object): string | undefined {
  const sizeBytes = Buffer.byteLength(renderEntry(entry, 2))
  if (sizeBytes <= largestEntryBytes) return undefined
  return `it has ${sizeBytes.toLocaleString('en')} bytes, more than ${largestEntryBytes.toLocaleString('en')}`
}

function idProblem(entry: object): string | undefined {
  const id = 'id' in entry ? entry.id : undefined
  if (typeof id !== 'string') return undefined
  // oxlint-disable-next-line no-control-regex
  const isId = id.length <= 200 && id.trim() === id && !/[\u0000-\u001f\u007f]/.test(id)
  return isId
    ? undefined
    : `the id ${JSON.stringify(id.slice(0, 60))} is too long or has characters that no id can have`
}
