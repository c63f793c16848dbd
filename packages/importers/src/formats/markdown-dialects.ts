import { basename } from 'node:path/posix'
import { isRecord } from '@datacortex/platform'
import { textOf, textsOf } from './field-values.ts'
import { opencodeRuntime, opencodeSpawns } from './opencode-fields.ts'
import { agentIds, spawnedAgents } from './spawned-agents.ts'

/** How a format of Markdown with front matter differs from the others. */
export type MarkdownDialect = {
  /** Fields that the agent's host reads; kept word for word. */
  readonly runtime: ReadonlySet<string>
  readonly spawns?: ((fields: Readonly<Record<string, unknown>>) => readonly string[]) | undefined
  /** The name of an agent whose front matter has none; absent if it must have one. */
  readonly nameFromPath?: ((path: string) => string | undefined) | undefined
}

export type MarkdownFormat = 'claude' | 'copilot' | 'cursor' | 'gemini' | 'kiro' | 'opencode' | 'skill'

export const markdownDialects: Readonly<Record<MarkdownFormat, MarkdownDialect>> = {
  // Markdown with `name` and `description`; https://code.claude.com/docs/en/sub-agents
  claude: {
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
    spawns: ({ tools, spawns }) => [
      ...new Set([...spawnedAgents(tools), ...(Array.isArray(spawns) ? agentIds(textsOf(spawns)) : [])]),
    ],
  },
  // `*.agent.md`, or the older `*.chatmode.md`; https://code.visualstudio.com/docs/copilot/customization/custom-agents
  copilot: {
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
    spawns: ({ agents, handoffs }) => agentIds([...textsOf(agents), ...receivers(handoffs)]),
    nameFromPath: (path) => textOf(basename(path).replace(/(?:\.agent|\.chatmode)?\.md$/i, '')),
  },
  // In `.cursor/agents`; https://cursor.com/docs/subagents
  cursor: { runtime: new Set(['model', 'readonly', 'is_background']) },
  // In `.gemini/agents`; https://geminicli.com/docs/core/subagents
  gemini: {
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
  },
  // In `.kiro/agents`, since version 3; https://kiro.dev/docs/custom-agents/configuration-reference/
  kiro: {
    runtime: new Set([
      'model',
      'tools',
      'toolAliases',
      'allowedTools',
      'toolsSettings',
      'mcpServers',
      'includeMcpJson',
      'useLegacyMcpJson',
      'resources',
      'hooks',
      'permissions',
      'keyboardShortcut',
      'welcomeMessage',
    ]),
    nameFromPath: (path) => textOf(basename(path).replace(/\.(?:json|md)$/i, '')),
  },
  // In `.opencode/agents`; https://opencode.ai/docs/agents
  opencode: {
    runtime: opencodeRuntime,
    spawns: opencodeSpawns,
    nameFromPath: (path) => textOf(basename(path).replace(/\.md$/i, '')),
  },
  // `SKILL.md`, with Claude Code's additions; https://agentskills.io/specification
  skill: {
    runtime: new Set([
      'allowed-tools',
      'disallowed-tools',
      'argument-hint',
      'arguments',
      'disable-model-invocation',
      'user-invocable',
      'model',
      'effort',
      'context',
      'agent',
      'background',
      'hooks',
      'paths',
      'shell',
    ]),
    spawns: (fields) => spawnedAgents(fields['allowed-tools']),
  },
}

function receivers(handoffs: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(handoffs) ? handoffs : []
  return items.flatMap((item) => (isRecord(item) ? textsOf(item['agent']) : []))
}
