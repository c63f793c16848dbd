import type { FileReading, ImportFormat } from './file-reading.ts'
import { type AgentFile, readMarkdownAgent, readSkill } from './markdown-agent.ts'
import type { MarkdownFormat } from './markdown-dialects.ts'
import { readA2aCard } from './read-a2a-card.ts'
import { readCodexAgent } from './read-codex-agent.ts'
import { readContinueAgent } from './read-continue-agent.ts'
import { readDatacoreAgents } from './read-datacore-agents.ts'
import { readGooseRecipe } from './read-goose-recipe.ts'
import { readKiroAgent, readKiroJson } from './read-kiro-agent.ts'
import { readOpencodeAgent } from './read-opencode-agent.ts'
import { readRooModes } from './read-roo-modes.ts'

/** Larger files are no agents: the longest known prompt has 70 kB. */
export const maxAgentFileBytes = 2_000_000

/**
 * Reads the agents in the text of one file.
 * @param options - Its format, and its path (with `/`) for reports and default names. `isPlace`: whether it lies where only
 *   agents do, so that it is one also if it says nothing of itself.
 * @returns Agents without `source` and `sha256`, what was skipped and why, and findings; never throws for bad text.
 * @example readAgentFile('---\nname: a\ndescription: b\n---\nPrompt', { format: 'claude', path: 'a.md' })
 */
export function readAgentFile(text: string, { format, ...file }: AgentFile & { format: ImportFormat }): FileReading {
  return readers[format](text, file)
}

type Reader = (text: string, file: AgentFile) => FileReading

const readers: Readonly<Record<ImportFormat, Reader>> = {
  a2a: byPath(readA2aCard),
  amazonq: (text, { path }) => readKiroJson(text, { path, format: 'amazonq' }),
  claude: markdown('claude'),
  codex: byPath(readCodexAgent),
  continue: byPath(readContinueAgent),
  copilot: markdown('copilot'),
  cursor: markdown('cursor'),
  datacore: byPath(readDatacoreAgents),
  gemini: markdown('gemini'),
  goose: byPath(readGooseRecipe),
  kiro: byPath(readKiroAgent),
  opencode: byPath(readOpencodeAgent),
  // A prompt need say nothing about itself: it is named after its file, and described by heading and first paragraph.
  prompt: (text, { path }) => readMarkdownAgent(text, { path, format: 'prompt', isPlace: true }),
  roo: byPath(readRooModes),
  skill: byPath(readSkill),
}

function byPath(read: (text: string, path: string) => FileReading): Reader {
  return (text, { path }) => read(text, path)
}

function markdown(format: MarkdownFormat): Reader {
  return (text, file) => readMarkdownAgent(text, { ...file, format })
}
