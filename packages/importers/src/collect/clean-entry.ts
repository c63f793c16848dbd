import { withoutControls } from '@datacortex/errors'
import type { AgentEntry, AgentSkill, AgentTriggers } from '@datacortex/registry'

/**
 * An entry whose names and descriptions hold only what people see: no control or direction characters. Paths and
 * patterns stay as they are, for they are no text.
 */
export function cleanEntry(entry: AgentEntry, id: string): AgentEntry {
  const { triggers } = entry
  return {
    ...entry,
    name: clean(entry.name) || id,
    description: clean(entry.description),
    skills: entry.skills.map(cleanSkill),
    ...(triggers === undefined ? {} : { triggers: cleanTriggers(triggers) }),
  }
}

function cleanSkill(skill: AgentSkill): AgentSkill {
  return {
    ...skill,
    name: clean(skill.name) || skill.id,
    description: clean(skill.description),
    tags: skill.tags.map(clean),
    ...(skill.examples === undefined ? {} : { examples: skill.examples.map(clean) }),
  }
}

function cleanTriggers({ tags, examples, ...triggers }: AgentTriggers): AgentTriggers {
  return {
    ...triggers,
    ...(tags === undefined ? {} : { tags: tags.map(clean) }),
    ...(examples === undefined ? {} : { examples: examples.map(clean) }),
  }
}

/** Ends are trimmed only where something went, so that texts of others stay as they wrote them. */
function clean(text: string): string {
  const cleaned = withoutControls(text)
  return cleaned === text ? text : cleaned.trim()
}
