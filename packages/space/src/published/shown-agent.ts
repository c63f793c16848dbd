import { withoutControls } from '@datacortex/errors'
import type { FoundAgent } from '@datacortex/registry/find'
import type { RegisteredAgent } from '@datacortex/registry'

/** An agent as strangers are shown it: without characters that disguise a text, and by its id where it has no name. */
export function shownAgent({ entry, ...agent }: RegisteredAgent): RegisteredAgent {
  const skills = entry.skills.map((skill) => ({
    ...skill,
    name: clean(skill.name) || skill.id,
    description: clean(skill.description),
    tags: skill.tags.map(clean),
    ...(skill.examples === undefined ? {} : { examples: skill.examples.map(clean) }),
  }))
  const { examples } = entry.triggers ?? {}
  return {
    ...agent,
    entry: {
      ...entry,
      name: clean(entry.name) || agent.id,
      description: clean(entry.description),
      skills,
      ...(examples === undefined ? {} : { triggers: { ...entry.triggers, examples: examples.map(clean) } }),
    },
  }
}

/**
 * What a found agent is shown with: the text that matched if it is published; else its description. A prompt is no
 * published text, and neither are tasks that somebody gave.
 *
 * @param found - From `find`.
 * @param agent - The same, from {@link shownAgent}.
 */
export function shownMatch(found: FoundAgent, { id, entry }: RegisteredAgent): string {
  if (publishedKinds.has(found.matched_kind)) return clean(found.matched)
  return entry.description === '' ? id : entry.description
}

const publishedKinds: ReadonlySet<string> = new Set(['description', 'skill', 'example', 'id', 'former id'])

function clean(text: string): string {
  return withoutControls(text.toWellFormed()).trim()
}
