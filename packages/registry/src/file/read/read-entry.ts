import { isRecord } from '@datacortex/platform'
import type { AgentEntry } from '../agent-entry.ts'
import { fieldRows, entryKeys } from '../agent-fields.ts'
import { createFieldReader, describe } from './field-reader.ts'
import type { RegisteredAgent } from '../registry.ts'
import type { NormalisationLog } from './normalisation-log.ts'

/** An entry in the strict form, the module that the file names for it, and what of it was not read. */
export type EntryReading = Omit<RegisteredAgent, 'id'>

/**
 * Reads one agent as real registries write it and gives the strict form.
 * @returns Undefined if it is no map, which is reported in the log.
 * @example readEntry('writer', { description: 'Writes' }, createNormalisationLog('module.yaml'))
 */
export function readEntry(id: string, raw: unknown, log: NormalisationLog): EntryReading | undefined {
  if (!isRecord(raw) || raw instanceof Map || raw instanceof Set) {
    log.leavesOut(id, `The agent ${id} should be a map but is ${describe(raw)}; it is left out.`)
    return undefined
  }
  if (id === '') {
    log.leavesOut('""', 'The id "" of an agent is empty; the agent is left out.')
    return undefined
  }
  log.misspells(id, { keys: Object.keys(raw), known: entryKeys })
  const reader = createFieldReader(id, log)
  const read = fieldRows.map(
    ([field, row]) => [field, row.read(raw[field], { ...reader, id, field, raw, log })] as const,
  )
  const extensions = Object.entries(raw).filter(([key]) => key.startsWith('x-'))
  const entry = Object.fromEntries([...read, ...extensions].filter(([, value]) => value !== undefined)) as AgentEntry
  if (entry.description === '' && entry.alias === undefined && entry.removed !== true)
    log.deviates('REGISTRY_DESCRIPTION_MISSING', id)
  const module = reader.text(raw['module'], 'module') || undefined
  const unread = log.takeUnread(id)
  return { entry, module, unread: unread.length === 0 ? undefined : unread }
}
