import { isRecord } from '@datacortex/platform'
import type { AgentEntry } from './agent-entry.ts'
import { agentFields, isField } from './agent-fields.ts'

/**
 * What strangers are shown of an entry: what its card says.
 *
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
