import { schemaIssues } from '@datacortex/platform'
import { MemoryEvent } from './memory-event.ts'

/** Parses a line of the journal. `line`: without its line feed. */
export function parseEvent(line: string): MemoryEvent | string {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return line.trim() === '' ? 'it is empty' : 'it is no JSON'
  }
  const result = MemoryEvent.safeParse(value)
  return result.success ? result.data : schemaIssues(result.error).join('; ')
}
