import type { FoundAgent } from '@datacortex/registry/find'
import type { RegisteredAgent } from '@datacortex/registry'
import { cleanText } from './clean-text.ts'

/**
 * What a found agent is shown with: the text that matched if it is published; else its description. A prompt is no
 * published text, and neither are tasks that somebody gave.
 */
export function shownMatch(found: FoundAgent, { id, entry }: RegisteredAgent): string {
  if (publishedKinds.has(found.matched_kind)) return cleanText(found.matched)
  return entry.description === '' ? id : entry.description
}

const publishedKinds: ReadonlySet<string> = new Set(['description', 'skill', 'example', 'id', 'former id'])
