import type { AgentEntry } from '@datacortex/registry'

/** Whether the only skill of an entry is the one that importers make of the description where a source names none. */
export function isMadeUpSkill({ name, description, skills }: AgentEntry): boolean {
  const [first, ...more] = skills
  return more.length === 0 && first?.name === name && first.description === description
}
