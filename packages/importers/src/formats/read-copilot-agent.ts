import { basename } from 'node:path/posix'
import { isRecord } from '@datacortex/platform'
import { textOf, textsOf } from './field-values.ts'
import type { FileReading } from './file-reading.ts'
import type { MarkdownDialect } from './markdown-agent.ts'
import { readMarkdownAgent } from './markdown-agent.ts'
import { agentIds } from './spawned-agents.ts'

/**
 * Reads a custom agent of VS Code or Copilot: `*.agent.md`, or the older `*.chatmode.md`. See
 * https://code.visualstudio.com/docs/copilot/customization/custom-agents
 */
export function readCopilotAgent(text: string, path: string): FileReading {
  return readMarkdownAgent(text, { path, dialect })
}

const dialect: MarkdownDialect = {
  format: 'copilot',
  runtime: new Set([
    'tools',
    'model',
    'argument-hint',
    'agents',
    'user-invocable',
    'disable-model-invocation',
    'handoffs',
    'hooks',
    'target',
    'mcp-servers',
  ]),
  spawns: (fields) => agentIds([...textsOf(fields['agents']), ...handoffs(fields['handoffs'])]),
  nameFromPath: (path) => textOf(basename(path).replace(/(?:\.agent|\.chatmode)?\.md$/i, '')),
}

function handoffs(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  return items.flatMap((item) => (isRecord(item) ? textsOf(item['agent']) : []))
}
