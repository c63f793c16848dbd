import { isRecord, recordOf } from '@datacortex/platform'
import { type AgentEntry, agentFields, isField } from '@datacortex/registry'

/** One thing that an entry says, small enough that either its source or a person has said it. */
export type EntryField = {
  readonly key: string
  /** In the maps that are taken apart, such as `runtime`. */
  readonly part?: string | undefined
  readonly value: unknown
}

/** What an entry says, by paths such as `runtime.model`. */
export type EntryFields = ReadonlyMap<string, EntryField>

/** The key under which an entry keeps what its importer wrote. */
export const recordKey = 'x-imported'

// These say where an entry comes from, not what the agent is.
const isOrigin = (key: string): boolean =>
  isField(key) ? agentFields[key].merge === 'origin' : key === 'x-datacore' || key === recordKey

/** Takes an entry apart, without its origin. Tags of a single skill stand alone: people add them to a made-up skill. */
export function entryFields(entry: AgentEntry): EntryFields {
  const fields = new Map<string, EntryField>()
  const add = (key: string, value: unknown, part?: string): void => {
    if (value !== undefined) fields.set(part === undefined ? key : `${key}.${part}`, { key, part, value })
  }
  for (const [key, value] of Object.entries(entry)) {
    if (isOrigin(key)) continue
    const isTakenApart = !isField(key) || agentFields[key].merge === 'by key'
    if (key === 'skills') addSkills(entry, add)
    else if (isTakenApart && isRecord(value)) for (const [part, inner] of Object.entries(value)) add(key, inner, part)
    else add(key, value)
  }
  return fields
}

function addSkills({ skills }: AgentEntry, add: (key: string, value: unknown, part?: string) => void): void {
  const [only, ...more] = skills
  if (only === undefined || more.length > 0) return add('skills', skills)
  const { tags, ...skill } = only
  add('skills', skill)
  add('skills', tags, 'tags')
}

/** Puts an entry together again. `fields`: in the order of the entry to make. */
export function entryOf(fields: EntryFields, origin: AgentEntry): AgentEntry {
  const entry: Record<string, unknown> = {}
  for (const { key, part, value } of fields.values()) {
    if (part === undefined) entry[key] = key === 'skills' && !Array.isArray(value) ? withTags(value, fields) : value
    else if (key !== 'skills') entry[key] = { ...recordOf(entry[key]), [part]: value }
  }
  for (const [key, value] of Object.entries(origin)) if (isOrigin(key)) entry[key] = value
  return { name: origin.name, description: origin.description, skills: origin.skills, ...entry }
}

function withTags(skill: unknown, fields: EntryFields): readonly unknown[] {
  return isRecord(skill) ? [{ ...skill, tags: fields.get('skills.tags')?.value ?? [skill['id']] }] : []
}

/** Whether the only skill of an entry is the one that importers make of the description where a source names none. */
export function isMadeUpSkill({ name, description, skills }: AgentEntry): boolean {
  const [first, ...more] = skills
  return more.length === 0 && first?.name === name && first.description === description
}
