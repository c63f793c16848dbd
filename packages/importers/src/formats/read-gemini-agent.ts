import type { FileReading } from './file-reading.ts'
import type { MarkdownDialect } from './markdown-agent.ts'
import { readMarkdownAgent } from './markdown-agent.ts'

/**
 * Reads a subagent of Gemini CLI: Markdown with `name` and `description` in `.gemini/agents`. See
 * https://geminicli.com/docs/core/subagents
 */
export function readGeminiAgent(text: string, path: string): FileReading {
  return readMarkdownAgent(text, { path, dialect })
}

const dialect: MarkdownDialect = {
  format: 'gemini',
  runtime: new Set([
    'kind',
    'display_name',
    'tools',
    'mcp_servers',
    'mcpServers',
    'model',
    'temperature',
    'max_turns',
    'timeout_mins',
    'agent_card_url',
    'agent_card_json',
    'auth',
  ]),
  spawns: () => [],
}
