import type { AgentEntry } from '../file/agent-entry.ts'
import type { Registry } from '../file/registry.ts'
import { type Finding, infoFinding } from '@datacortex/errors'

/**
 * Fields that an A2A card or an ERC-8004 file needs and that are empty; one finding a field, with the agents. See A2A 1.0
 * AgentCard, required fields; ERC-8004 registration file.
 */
export function checkPublishing(registry: Registry): readonly Finding[] {
  const live = [...registry.agents.values()].filter(({ entry }) => entry.alias === undefined && !entry.removed)
  return Object.entries(needs).flatMap(([field, isMissing]): readonly Finding[] => {
    const ids = live.filter(({ entry }) => isMissing(entry)).map(({ id }) => id)
    if (ids.length === 0) return []
    const named = ids.slice(0, 5).join(', ')
    const rest = ids.length > 5 ? ` and ${ids.length - 5} more` : ''
    return [
      infoFinding('PUBLISHING_FIELD_EMPTY', field, {
        message: `${ids.length === 1 ? 'one agent lacks' : `${ids.length} agents lack`} what publishing needs: ${named}${rest}`,
        hint: `Fill in \`${field}\` before exporting.`,
      }),
    ]
  })
}

const needs: Readonly<Record<string, (entry: AgentEntry) => boolean>> = {
  name: (entry) => entry.name.trim() === '',
  description: (entry) => entry.description.trim() === '',
  version: (entry) => entry.version === undefined,
  skills: (entry) => entry.skills.length === 0,
  'skills.tags': (entry) => entry.skills.some((skill) => skill.tags.length === 0),
}
