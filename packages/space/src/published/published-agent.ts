import { type RegisteredAgent, cleanTexts } from '@datacortex/registry'
import { cleanText } from './clean-text.ts'

/** An agent as strangers are shown it: without characters that disguise a text, and by its id where it has no name. */
export function publishedAgent({ entry, ...agent }: RegisteredAgent): RegisteredAgent {
  return { ...agent, entry: cleanTexts(entry, { id: agent.id, clean: cleanText }) }
}
