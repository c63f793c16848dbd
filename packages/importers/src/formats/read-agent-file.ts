import type { FileReading, ImportFormat } from './file-reading.ts'
import { readMarkdownAgent, readSkill } from './markdown-agent.ts'
import { readA2aCard } from './read-a2a-card.ts'
import { readCodexAgent } from './read-codex-agent.ts'
import { readDatacoreAgents } from './read-datacore-agents.ts'
import { readKiroAgent } from './read-kiro-agent.ts'
import { readOpencodeAgent } from './read-opencode-agent.ts'
import { readPromptFile } from './read-prompt-file.ts'
import { readRooModes } from './read-roo-modes.ts'

/** Larger files are no agents: the longest known prompt has 70 kB. */
export const maxAgentFileBytes = 2_000_000

/**
 * Reads the agents in the text of one file.
 *
 * @param options - Its format, and its path (with `/`) for reports and default names.
 * @returns Agents without `source` and `sha256`, what was skipped and why, and findings; never throws for bad text.
 * @example readAgentFile('---\nname: a\ndescription: b\n---\nPrompt', { format: 'claude', path: 'a.md' })
 */
export function readAgentFile(
  text: string,
  { format, path }: { readonly format: ImportFormat; readonly path: string },
): FileReading {
  return readers[format](text, path)
}

const readers: Readonly<Record<ImportFormat, (text: string, path: string) => FileReading>> = {
  a2a: readA2aCard,
  claude: (text, path) => readMarkdownAgent(text, { path, format: 'claude' }),
  codex: readCodexAgent,
  copilot: (text, path) => readMarkdownAgent(text, { path, format: 'copilot' }),
  cursor: (text, path) => readMarkdownAgent(text, { path, format: 'cursor' }),
  datacore: readDatacoreAgents,
  gemini: (text, path) => readMarkdownAgent(text, { path, format: 'gemini' }),
  kiro: readKiroAgent,
  opencode: readOpencodeAgent,
  prompt: readPromptFile,
  roo: readRooModes,
  skill: readSkill,
}
