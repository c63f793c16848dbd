import { withoutControls } from '@datacortex/errors'
import type { FoundAgent } from '@datacortex/registry/find'
import type { RegisteredAgent } from '@datacortex/registry'
import { cleanTexts } from '@datacortex/registry'

/** An agent as strangers are shown it: without characters that disguise a text, and by its id where it has no name. */
export function shownAgent({ entry, ...agent }: RegisteredAgent): RegisteredAgent {
  return { ...agent, entry: cleanTexts(entry, { id: agent.id, clean }) }
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
