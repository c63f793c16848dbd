import { isRecord } from '@datacortex/platform'
import type { AgentEntry } from './agent-entry.ts'
import type { Cleaning, AgentFieldName } from './agent-field.ts'
import { fieldRows, agentFields, isField } from './agent-fields.ts'

/**
 * An entry with its texts for people made fit to be shown.
 * @param cleaning - The id, for a name of which nothing is left, and what makes a text fit.
 * @example cleanTexts(entry, { id: 'writer', clean: (text) => text.trim() })
 */
export function cleanTexts(entry: AgentEntry, cleaning: Cleaning): AgentEntry {
  const cleaned = fieldRows.flatMap(([name, { clean }]) =>
    clean === undefined || entry[name] === undefined ? [] : [[name, clean(entry, cleaning)]],
  )
  return { ...entry, ...Object.fromEntries(cleaned) }
}

/** A field of an entry that names agents. */
export type NamedAgents = { readonly field: AgentFieldName; readonly names: readonly string[] }

/**
 * The fields of an entry that name agents by their ids, each with all that it names.
 * @example namedAgents({ ...entry, spawns: ['writer'] }) // [{ field: 'spawns', names: ['writer'] }]
 */
export function namedAgents(entry: AgentEntry): readonly NamedAgents[] {
  return fieldRows.flatMap(([field, row]) => {
    const names: unknown = row.namesAgents === true ? entry[field] : undefined
    return names === undefined ? [] : [{ field, names: [names].flat().map(String) }]
  })
}

/**
 * What strangers are shown of an entry: what its card says.
 * @example publishedPart({ ...entry, writes: ['notes/'] }).writes // undefined
 */
export function publishedPart(entry: AgentEntry): AgentEntry {
  const shown = Object.entries(entry).flatMap(([name, value]) => {
    const { published } = isField(name) ? agentFields[name] : { published: false }
    if (typeof published === 'boolean') return published ? [[name, value]] : []
    const parts = isRecord(value) ? Object.entries(value).filter(([key]) => published.includes(key)) : []
    return parts.length === 0 ? [] : [[name, Object.fromEntries(parts)]]
  })
  return { name: entry.name, description: entry.description, skills: entry.skills, ...Object.fromEntries(shown) }
}
