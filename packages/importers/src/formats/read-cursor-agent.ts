import type { FileReading } from './file-reading.ts'
import type { MarkdownDialect } from './markdown-agent.ts'
import { readMarkdownAgent } from './markdown-agent.ts'

/**
 * Reads a Cursor subagent: Markdown with `name` and `description` in `.cursor/agents`. See https://cursor.com/docs/subagents
 */
export function readCursorAgent(text: string, path: string): FileReading {
  return readMarkdownAgent(text, { path, dialect })
}

const dialect: MarkdownDialect = {
  format: 'cursor',
  runtime: new Set(['model', 'readonly', 'is_background']),
  spawns: () => [],
}
