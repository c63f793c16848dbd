import type { AgentEntry } from '../agent-entry.ts'
import { agentSections } from './agent-sections.ts'

/**
 * Everything an agent says of itself as one text for full-text search.
 *
 * @param entry - The agent.
 * @param body - Its prompt, if there is one.
 * @param options - `learned`: sentences beside the entry's own examples.
 * @returns Words of name, description, skills, examples and prompt; hyphens are spaces, so that parts of names match.
 */
export function agentDocument(
  entry: AgentEntry,
  body: string | undefined,
  { learned = [] }: { readonly learned?: readonly string[] | undefined } = {},
): string {
  const skills = entry.skills.flatMap((skill) => [skill.name, skill.description, ...(skill.examples ?? [])])
  const sections = agentSections(body ?? '').map(({ heading, items }) => [heading, ...items].join(' '))
  const texts = [entry.name, entry.description, ...skills, ...(entry.triggers?.examples ?? []), ...learned, ...sections]
  // Skills made of the description would count its words twice.
  return [...new Set(texts)].join('\n').replace(/[-_]/g, ' ')
}
