import { type Registry, agentTags } from '@datacortex/registry'

/** The tags that agents have, those of the most agents first. */
export function knownTags({ agents }: Pick<Registry, 'agents'>, most: number): readonly string[] {
  const amounts = new Map<string, number>()
  // A compound tag counts by its parts, which are easier to read and find the same.
  const tags = [...agents.values()].flatMap(({ entry }) => agentTags(entry)).filter((tag) => !tag.includes(':'))
  for (const tag of tags) amounts.set(tag, (amounts.get(tag) ?? 0) + 1)
  return [...amounts]
    .toSorted(([one, often], [other, oftener]) => oftener - often || (one < other ? -1 : 1))
    .slice(0, most)
    .map(([tag]) => tag)
}
