import type { PublishedAgent } from '@datacortex/plugin'
import { recordsIn, textIn, textsIn } from '../outside-json.ts'
import { plainLink, sameAgentExtension } from '../same-agent.ts'

/** What a document of others says of an agent. */
export type ReadAgent = Pick<PublishedAgent, 'name' | 'description'> &
  Partial<Pick<PublishedAgent, 'version' | 'skills' | 'tags' | 'tools' | 'links' | 'instructions'>>

/**
 * Reads an A2A card of any version for what it says of its agent.
 * @returns Undefined if it is none: it has no name, or nowhere to be asked.
 * @example readCard(JSON.parse(text))?.skills
 * @see https://a2a-protocol.org/v1.0.1/specification section 4.4
 */
export function readCard(card: unknown): ReadAgent | undefined {
  const name = textIn(card, 'name')
  const interfaces = recordsIn(card, 'supportedInterfaces')
  if (name === undefined || (interfaces.length === 0 && textIn(card, 'url') === undefined)) return undefined
  const skills = recordsIn(card, 'skills')
  const capabilities = (card as { readonly capabilities?: unknown }).capabilities
  const elsewhere = recordsIn(capabilities, 'extensions')
    .filter((one) => one['uri'] === sameAgentExtension)
    .flatMap((one) => textsIn(one['params'], 'links'))
  return {
    name,
    description: textIn(card, 'description') ?? '',
    version: textIn(card, 'version'),
    skills: skills.flatMap((skill) => {
      const title = textIn(skill, 'name')
      const said = textIn(skill, 'description')
      return title === undefined ? [] : [said === undefined || said === title ? title : `${title}: ${said}`]
    }),
    tags: [...new Set(skills.flatMap((skill) => textsIn(skill, 'tags')))],
    links: elsewhere.map(plainLink),
  }
}
