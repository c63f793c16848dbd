import { textOf } from './field-values.ts'
import type { FileReading } from './file-reading.ts'
import type { MarkdownDialect } from './markdown-agent.ts'
import { readMarkdownAgent } from './markdown-agent.ts'
import { agentIds, spawnedAgents } from './spawned-agents.ts'

/**
 * Reads a Claude Code subagent: Markdown with `name` and `description`; the body is the prompt. See
 * https://code.claude.com/docs/en/sub-agents
 */
export function readClaudeAgent(text: string, path: string): FileReading {
  return readMarkdownAgent(text, { path, dialect })
}

const dialect: MarkdownDialect = {
  format: 'claude',
  runtime: new Set([
    'tools',
    'disallowedTools',
    'model',
    'permissionMode',
    'maxTurns',
    'skills',
    'mcpServers',
    'hooks',
    'memory',
    'background',
    'effort',
    'isolation',
    'initialPrompt',
    'color',
    'argument-hint',
  ]),
  spawns: (fields) => [...new Set([...spawnedAgents(fields['tools']), ...agentIds(spawnsField(fields))])],
}

function spawnsField(fields: Readonly<Record<string, unknown>>): readonly string[] {
  const spawns = fields['spawns']
  return Array.isArray(spawns) ? spawns.map(textOf).filter((name) => name !== undefined) : []
}
