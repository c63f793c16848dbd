import type { AgentEntry } from './agent-entry.ts'
import type { Cleaning } from './agent-field.ts'
import { fieldRows } from './agent-fields.ts'

/**
 * An entry with its texts for people made fit to be shown.
 *
 * @param cleaning - The id, for a name of which nothing is left, and what makes a text fit.
 * @example cleanTexts(entry, { id: 'writer', clean: (text) => text.trim() })
 */
export function cleanTexts(entry: AgentEntry, cleaning: Cleaning): AgentEntry {
  const cleaned = fieldRows.flatMap(([name, { clean }]) =>
    clean === undefined || entry[name] === undefined ? [] : [[name, clean(entry, cleaning)]],
  )
  return { ...entry, ...Object.fromEntries(cleaned) }
}
