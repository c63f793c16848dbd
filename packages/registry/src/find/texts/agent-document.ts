import type { AgentEntry } from '../../file/agent-entry.ts'
import { agentSections } from './agent-sections.ts'

/** Everything an agent says of itself as one text for full-text search. */
export function agentDocument(
  entry: AgentEntry,
  body: string | undefined,
  {
    learned = [],
    alsoNamed = [],
  }: { readonly learned?: readonly string[] | undefined; readonly alsoNamed?: readonly string[] | undefined } = {},
): string {
  const skills = entry.skills.flatMap((skill) => [skill.name, skill.description, ...(skill.examples ?? [])])
  const sections = agentSections(body ?? '').map(({ heading, items }) => [heading, ...items].join(' '))
  const said = [...(entry.triggers?.examples ?? []), ...learned]
  const texts = [entry.name, ...alsoNamed, entry.description, ...skills, ...said, ...sections]
  // Skills made of the description would count its words twice.
  return [...new Set(texts)].join('\n').replace(/[-_]/g, ' ')
}
