import { type FileReading, skippedReading } from './file-reading.ts'
import { readMarkdownAgent } from './markdown-agent.ts'
import { isSwitchedOff } from './opencode-fields.ts'
import { readOpencodeConfig } from './read-opencode-config.ts'

/**
 * Reads agents of opencode: Markdown with a `description` in `.opencode/agents`, named after its file, or the settings
 * `opencode.json`. See https://opencode.ai/docs/agents
 */
export function readOpencodeAgent(text: string, path: string): FileReading {
  if (/\.jsonc?$/i.test(path)) return readOpencodeConfig(text, path)
  const reading = readMarkdownAgent(text, { path, format: 'opencode' })
  return isSwitchedOff(reading.agents[0]?.entry.runtime)
    ? skippedReading({ path, line: 1, reason: 'its front matter switches it off' })
    : reading
}
