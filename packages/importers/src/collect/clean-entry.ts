import { withoutControls } from '@datacortex/errors'
import { type AgentEntry, cleanTexts } from '@datacortex/registry'

/**
 * An entry whose names and descriptions hold only what people see: no control or direction characters. Paths and
 * patterns stay as they are, for they are no text.
 */
export function cleanEntry(entry: AgentEntry, id: string): AgentEntry {
  return cleanTexts(entry, { id, clean })
}

/** Ends are trimmed only where something went, so that texts of others stay as they wrote them. */
function clean(text: string): string {
  const cleaned = withoutControls(text)
  return cleaned === text ? text : cleaned.trim()
}
