import type { AgentDefinition } from '@datacortex/protocols'
import type { RegisteredAgent } from '@datacortex/registry'
import { identitiesOf } from '../publish/own-addresses.ts'
import { publishedPaths } from '../publish/published-paths.ts'

/**
 * What an agent is published as on Nostr (kind 4199).
 * @param agent - Of the registry.
 * @param options - `instructions`: its prompt, if that is published; `url`: where its card is.
 * @example definitionTags(agentDefinition(agent))
 */
export function agentDefinition(
  { id, entry }: RegisteredAgent,
  { instructions = '', url }: { instructions?: string | undefined; url?: string | undefined } = {},
): AgentDefinition {
  const { name, description, skills, triggers } = entry
  const criteria = [...(triggers?.examples ?? []), ...skills.map((skill) => `${skill.name}: ${skill.description}`)]
  const hashtags = skills.flatMap(({ tags }) => tags).map((tag) => tag.toLowerCase())
  return {
    title: name,
    d: id,
    // Counted up where it is signed.
    version: 1,
    role: 'assistant',
    description,
    instructions,
    useCriteria: criteria.join('\n'),
    tools: [],
    hashtags: [...new Set(hashtags)],
    files: [],
    content: '',
    others: [
      ...(url === undefined ? [] : [['r', new URL(publishedPaths(id).card, url).href]]),
      ...identitiesOf(entry, 'http://localhost').map((identity) => ['i', identity, '']),
    ],
  }
}
