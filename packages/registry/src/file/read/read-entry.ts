import { isRecord } from '@datacortex/platform'
import type { AgentEntry } from '../agent-entry.ts'
import { knownFields } from '../agent-entry-schema.ts'
import { createFieldReader, describe } from './field-reader.ts'
import type { NormalisationLog, UnreadField } from './normalisation-log.ts'
import { legacyKeys, readCallers, readReads, readReferences, readRuntime, readTriggers } from './read-relations.ts'
import { readReservedFields } from './read-reserved-fields.ts'
import { readSkills } from './read-skills.ts'

/** An entry in the strict form, the module that the file names for it, and what of it was not read. */
export type EntryReading = {
  readonly entry: AgentEntry
  readonly module: string | undefined
  readonly unread: readonly UnreadField[] | undefined
}

/** Every key of an entry that is read, also by an older name. */
export const entryKeys: readonly string[] = [...Object.keys(knownFields), ...Object.values(legacyKeys).flat(), 'module']

/**
 * Reads one agent as real registries write it and gives the strict form.
 *
 * @returns Undefined if it is no map, which is told in the log.
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
  const { text, status, list } = createFieldReader(id, log)
  const name = text(raw['name'], 'name')
  if (name === undefined || name === '') log.deviates('nameMissing', id)
  const superseded = raw['superseded_by'] === undefined ? undefined : text(raw['superseded_by'], 'superseded_by')
  if (superseded !== undefined) log.deviates('supersededBy', id)
  const deprecated = status(raw['deprecated'])
  const removed = status(raw['removed'])
  const alias = text(raw['alias'], 'alias') ?? superseded
  const description = text(raw['description'], 'description') ?? ''
  if (description === '' && alias === undefined && removed?.value !== true) log.deviates('descriptionMissing', id)
  const entry = withoutUndefined({
    name: name || id,
    description,
    version: text(raw['version'], 'version') || undefined,
    type: readType(id, raw['type'], log),
    source: text(raw['source'], 'source') || undefined,
    sha256: text(raw['sha256'], 'sha256') || undefined,
    format: text(raw['format'], 'format') || undefined,
    skills: readSkills(id, raw['skills'], log),
    triggers: readTriggers(id, raw['triggers'], log),
    reads: readReads(id, raw['reads'], log),
    writes: list(raw['writes'], 'writes'),
    references: readReferences(id, raw['references'], log),
    spawns: list(raw['spawns'], 'spawns'),
    can_be_called_by: readCallers(id, raw, log),
    delegates_to: list(raw['delegates_to'], 'delegates_to'),
    components: list(raw['components'], 'components'),
    profile: text(raw['profile'], 'profile') || undefined,
    hooks: raw['hooks'] ?? undefined,
    runtime: readRuntime(id, raw, log),
    ...readReservedFields(id, raw, log),
    deprecated: deprecated?.value,
    alias: alias || undefined,
    removed: removed?.value,
    note: text(raw['note'], 'note') ?? removed?.note ?? deprecated?.note,
    ...Object.fromEntries(Object.entries(raw).filter(([key]) => key.startsWith('x-'))),
  })
  const module = text(raw['module'], 'module') || undefined
  const unread = log.takeUnread(id)
  return { entry, module, unread: unread.length === 0 ? undefined : unread }
}

function readType(id: string, value: unknown, log: NormalisationLog): 'agent' | 'component' | undefined {
  if (value === undefined || value === null) return undefined
  if (value === 'agent' || value === 'component') return value
  log.leavesOut(id, `type should be agent or component but is ${describe(value)}; it is left out.`)
  return undefined
}

function withoutUndefined(entry: AgentEntry): AgentEntry {
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(entry)) if (value !== undefined) copy[key] = value
  return { name: entry.name, description: entry.description, skills: entry.skills, ...copy }
}
