import { withoutUndefined } from '@datacortex/errors'
import { isRecord } from '@datacortex/platform'
import type { AgentReads, AgentReferences, AgentTriggers } from '../agent-entry.ts'
import type { FieldReading } from '../agent-field.ts'
import type { NormalisationLog } from './normalisation-log.ts'

type RawEntry = Readonly<Record<string, unknown>>

/** Keys of real entries that the strict form holds under another field; the writer removes them with it. */
export const legacyKeys = {
  alias: ['superseded_by'],
  can_be_called_by: ['called_by'],
  runtime: ['model', 'tools', 'requires_tools', 'uses_tools', 'effort', 'permissionMode'],
  schedules: ['scheduled', 'schedule'],
} as const

const triggerKeys = ['tags', 'patterns', 'examples', 'commands', 'schedules', 'after', ...legacyKeys.schedules]

/** Reads `triggers`, also as a plain list and with the older names of `schedules`. */
export function readTriggers(value: unknown, { id, log, list, map }: FieldReading): AgentTriggers | undefined {
  if (Array.isArray(value) || typeof value === 'string') {
    log.deviates('REGISTRY_LIST_INSTEAD_OF_MAP', id)
    const kindOf = (item: string) => (/^:.*:$/.test(item) ? 'tags' : item.startsWith('/') ? 'commands' : 'examples')
    return { ...Object.groupBy(list(value, 'triggers') ?? [], kindOf) }
  }
  const raw = map(value, 'triggers')
  if (raw === undefined) return undefined
  const older = legacyKeys.schedules.filter((key) => raw[key] !== undefined)
  if (older.length > 0) log.deviates('REGISTRY_SCHEDULED', id)
  log.misspells(id, { keys: Object.keys(raw), known: triggerKeys, within: 'triggers.' })
  return withoutUndefined({
    tags: list(raw['tags'], 'triggers.tags'),
    patterns: list(raw['patterns'], 'triggers.patterns'),
    examples: list(raw['examples'], 'triggers.examples'),
    commands: list(raw['commands'], 'triggers.commands'),
    schedules: joined(['schedules', ...older].map((key) => list(raw[key], `triggers.${key}`))),
    after: list(raw['after'], 'triggers.after'),
  })
}

/** Reads `reads`, also as a plain list of required files and with strings for contextual queries. */
export function readReads(value: unknown, { id, log, list, map, text }: FieldReading): AgentReads | undefined {
  if (Array.isArray(value) || typeof value === 'string') {
    log.deviates('REGISTRY_LIST_INSTEAD_OF_MAP', id)
    return { required: list(value, 'reads') ?? [] }
  }
  const raw = map(value, 'reads')
  if (raw === undefined) return undefined
  passOverOthers(id, { raw, field: 'reads', known: ['required', 'contextual', 'infers'], log })
  const items = (key: 'contextual' | 'infers'): readonly unknown[] | undefined => {
    const found = raw[key]
    if (found === undefined) return undefined
    if (Array.isArray(found)) return found
    log.deviates(found === null ? 'REGISTRY_EMPTY_LIST' : 'REGISTRY_SCALAR_LIST', id)
    return found === null ? [] : [found]
  }
  const contextual = items('contextual')?.flatMap((item, index) => {
    const field = `reads.contextual[${index}]`
    if (!isRecord(item)) {
      const query = text(item, field)?.replace(/^query:\s*/, '')
      log.deviates(query ? 'REGISTRY_CONTEXTUAL_STRINGS' : 'REGISTRY_EMPTY_LIST', id)
      if (isBlank(item) || query === '') log.passesOver(id, { field, reason: 'is empty' })
      return query ? [{ query }] : []
    }
    const query = text(item['query'], `${field}.query`)
    const when = text(item['when'], `${field}.when`)
    if (!query) log.leavesOutField(id, { field, reason: 'has no query' })
    return query ? [withoutUndefined({ query, when: when || undefined })] : []
  })
  const infers = items('infers')?.flatMap((item, index) => {
    const field = `reads.infers[${index}]`
    if (!isRecord(item)) log.deviates('REGISTRY_INFERS_STRINGS', id)
    const pattern = isRecord(item) ? text(item['pattern'], `${field}.pattern`) : text(item, field)
    if (!pattern && isRecord(item)) log.leavesOutField(id, { field, reason: 'has no pattern' })
    else if (isBlank(item)) log.passesOver(id, { field, reason: 'is empty' })
    return pattern ? [{ pattern }] : []
  })
  return withoutUndefined({ required: list(raw['required'], 'reads.required'), contextual, infers })
}

export function readReferences(value: unknown, { id, log, list, map }: FieldReading): AgentReferences | undefined {
  if (Array.isArray(value) || typeof value === 'string') {
    log.deviates('REGISTRY_LIST_INSTEAD_OF_MAP', id)
    return { ...Object.groupBy(list(value, 'references') ?? [], (item) => (/^dip-/i.test(item) ? 'dips' : 'specs')) }
  }
  const raw = map(value, 'references')
  if (raw === undefined) return undefined
  passOverOthers(id, { raw, field: 'references', known: ['dips', 'specs'], log })
  return withoutUndefined({ dips: list(raw['dips'], 'references.dips'), specs: list(raw['specs'], 'references.specs') })
}

/** Reads the callers. No callers mean anybody, so callers that can't be read are noted as unread as a whole. */
export function readCallers(callers: unknown, { id, raw, log, list }: FieldReading): readonly string[] | undefined {
  const nested = isRecord(callers) && 'called_by' in callers
  if (nested || raw['called_by'] !== undefined) log.deviates('REGISTRY_CALLED_BY', id)
  if (nested) passOverOthers(id, { raw: callers, field: 'can_be_called_by', known: ['called_by'], log })
  const names = joined([
    nested ? list(callers['called_by'], 'can_be_called_by.called_by') : list(callers, 'can_be_called_by'),
    list(raw['called_by'], 'called_by'),
  ])
  const written = [...(nested ? Object.values(callers) : [callers]), raw['called_by']]
  if (!names?.length && written.some(isWritten))
    log.passesOver(id, { field: 'can_be_called_by', reason: 'names nobody in a way that can be read' })
  return names
}

/** Gathers what only the agent's assistant reads. */
export function readRuntime(value: unknown, { id, raw, log, map }: FieldReading): RawEntry | undefined {
  const beside = legacyKeys.runtime.filter((key) => raw[key] !== undefined && raw[key] !== null)
  if (beside.length > 0) log.deviates('REGISTRY_RUNTIME_KEYS', id)
  const runtime = map(value, 'runtime')
  if (runtime === undefined && beside.length === 0) return undefined
  return { ...Object.fromEntries(beside.map((key) => [key, raw[key]])), ...runtime }
}

function isWritten(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => !isBlank(item))
  return value !== undefined && !isBlank(value)
}

function isBlank(value: unknown): boolean {
  return value === null || value === ''
}

/** A key that nothing here reads, such as `reads.optional`, may be of another program; who loads the entry should know. */
function passOverOthers(
  id: string,
  options: { raw: RawEntry; field: string; known: readonly string[]; log: NormalisationLog },
): void {
  const { raw, field, known, log } = options
  const reason = `is none of ${known.join(', ')}`
  const keys = Object.keys(raw)
  for (const key of keys) if (!known.includes(key)) log.passesOver(id, { field: `${field}.${key}`, reason })
  log.misspells(id, { keys, known, within: `${field}.` })
}

function joined(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const present = lists.filter((list) => list !== undefined)
  return present.length === 0 ? undefined : [...new Set(present.flat())]
}
