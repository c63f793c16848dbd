import { shellWord } from '@datacortex/platform'
import type { AgentEntry } from './agent-entry.ts'
import { originOf, withoutPart } from './agent-source.ts'

/**
 * The command that takes in an agent as its file is now: of an entry that came from another registry, that registry.
 *
 * @param entry - As registered, with a source.
 * @returns A line for a shell.
 * @example importAgainCommand(entry) // 'datacortex import .claude/agents/a.md'
 */
export function importAgainCommand(entry: AgentEntry): string {
  const file = withoutPart(originOf(entry)) ?? ''
  // The only format that is never found by looking.
  const format = entry.format === 'prompt' ? ' --format prompt' : ''
  return `datacortex import ${shellWord(file)}${format}`
}
