import type { AgentEntry } from './agent-entry.ts'
import type { AgentFieldName } from './agent-field.ts'
import { fieldRows } from './agent-fields.ts'

/** A field of an entry that names agents. */
export type NamedAgents = { readonly field: AgentFieldName; readonly names: readonly string[] }

/**
 * The fields of an entry that name agents by their ids, each with all that it names.
 *
 * @example namedAgents({ ...entry, spawns: ['writer'] }) // [{ field: 'spawns', names: ['writer'] }]
 */
export function namedAgents(entry: AgentEntry): readonly NamedAgents[] {
  return fieldRows.flatMap(([field, row]) => {
    const names: unknown = row.namesAgents === true ? entry[field] : undefined
    return names === undefined ? [] : [{ field, names: [names].flat().map(String) }]
  })
}
