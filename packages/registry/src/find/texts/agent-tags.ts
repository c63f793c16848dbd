import type { AgentEntry } from '../../file/agent-entry.ts'

/**
 * All tags of an agent for filtering: those of its skills and triggers, in lower case. A compound org-mode tag counts
 * as a whole and by its parts: `:AI:research:` is also `ai` and `research`.
 * @returns Without repetitions, in the order of the entry.
 * @example agentTags(entry).includes('research')
 */
export function agentTags(entry: AgentEntry): readonly string[] {
  const tags = [...(entry.triggers?.tags ?? []), ...entry.skills.flatMap((skill) => skill.tags)]
  const parts = tags.flatMap((tag) => [tag, ...tag.split(':')])
  return [...new Set(parts.map(normaliseTag).filter((tag) => tag !== ''))]
}

/**
 * A tag as it is compared: without `#`, in lower case and Unicode normal form C.
 * @example normaliseTag('#Research') // 'research'
 */
export function normaliseTag(tag: string): string {
  const folded = tag.trim().replace(/^#/, '').normalize('NFC').toLowerCase()
  // The small letter of İ is an i with a second dot, which nobody types.
  return folded.replaceAll('i\u0307', 'i')
}
