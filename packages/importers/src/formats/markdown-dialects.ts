import { basename } from 'node:path/posix'
import { isRecord } from '@datacortex/platform'
import { textOf, textsOf, commaSeparated, names } from './field-values.ts'
import { agentId } from '../collect/agent-id.ts'
import { nameOfFile } from './first-lines.ts'

/** How a format of Markdown with front matter differs from the others. */
export type MarkdownDialect = {
  /** Fields that the agent's assistant reads; kept word for word. */
  readonly runtime: ReadonlySet<string>
  readonly spawns?: ((fields: Readonly<Record<string, unknown>>) => readonly string[]) | undefined
  /** The name of an agent whose front matter has none; absent if it must have one. */
  readonly nameFromPath?: ((path: string) => string | undefined) | undefined
}

export type MarkdownFormat = keyof typeof markdownDialects

/** Fields of an agent of opencode that only opencode can act on. */
export const opencodeRuntime: ReadonlySet<string> = names(`
  mode model variant prompt temperature top_p steps maxSteps tools permission disable disabled hidden color
`)

export const markdownDialects = {
  // Markdown with `name` and `description`; https://code.claude.com/docs/en/sub-agents
  claude: {
    runtime: names(`
      tools disallowedTools model permissionMode maxTurns skills mcpServers hooks memory background effort isolation
      initialPrompt color argument-hint
    `),
    spawns: ({ tools, spawns }) => [
      ...new Set([...spawnedAgents(tools), ...(Array.isArray(spawns) ? agentIds(textsOf(spawns)) : [])]),
    ],
  },
  // In `.continue/agents`; https://docs.continue.dev/reference
  continue: { runtime: new Set(['model', 'tools', 'rules', 'mcpServers']) },
  // `*.agent.md`, or the older `*.chatmode.md`; https://code.visualstudio.com/docs/copilot/customization/custom-agents
  copilot: {
    runtime: names(`
      tools model argument-hint agents user-invocable disable-model-invocation handoffs hooks target mcp-servers
    `),
    spawns: ({ agents, handoffs }) => agentIds([...textsOf(agents), ...receivers(handoffs)]),
    nameFromPath: (path) => textOf(basename(path).replace(/(?:\.agent|\.chatmode)?\.md$/i, '')),
  },
  // In `.cursor/agents`, and rules elsewhere; https://cursor.com/docs/subagents
  cursor: {
    runtime: new Set(['model', 'readonly', 'is_background']),
    nameFromPath: (path) => (/\.md$/i.test(path) ? undefined : nameOfFile(path)),
  },
  // In `.gemini/agents`; https://geminicli.com/docs/core/subagents
  gemini: {
    runtime: names(`
      kind display_name tools mcp_servers mcpServers model temperature max_turns timeout_mins agent_card_url
      agent_card_json auth
    `),
  },
  // In `.kiro/agents`, since version 3; https://kiro.dev/docs/custom-agents/configuration-reference/
  kiro: {
    runtime: names(`
      model tools toolAliases allowedTools toolsSettings mcpServers includeMcpJson useLegacyMcpJson resources hooks
      permissions keyboardShortcut welcomeMessage
    `),
    nameFromPath: (path) => textOf(basename(path).replace(/\.(?:json|md)$/i, '')),
  },
  // In `.opencode/agents`; https://opencode.ai/docs/agents
  opencode: {
    runtime: opencodeRuntime,
    spawns: opencodeSpawns,
    nameFromPath: (path) => textOf(basename(path).replace(/\.md$/i, '')),
  },
  // Any Markdown, if it is asked for.
  prompt: { runtime: new Set(), nameFromPath: nameOfFile },
  // `SKILL.md`, with Claude Code's additions; https://agentskills.io/specification
  skill: {
    runtime: names(`
      allowed-tools disallowed-tools argument-hint arguments disable-model-invocation user-invocable model effort
      context agent background hooks paths shell
    `),
    spawns: (fields) => spawnedAgents(fields['allowed-tools']),
  },
} satisfies Readonly<Record<string, MarkdownDialect>>

function receivers(handoffs: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(handoffs) ? handoffs : []
  return items.flatMap((item) => (isRecord(item) ? textsOf(item['agent']) : []))
}

/** The agents that one of opencode may start: those its `permission.task` names and doesn't deny. */
export function opencodeSpawns({ permission }: Readonly<Record<string, unknown>>): readonly string[] {
  return agentIds(isRecord(permission) ? tasksOf(permission['task']) : [])
}

/** Whether an agent of opencode is there and not to be used. */
export function isSwitchedOff(fields: unknown): boolean {
  return isRecord(fields) && (fields['disable'] === true || fields['disabled'] === true)
}

/** A pattern such as `review-*` is no name. */
function tasksOf(task: unknown): readonly string[] {
  if (!isRecord(task)) return []
  return Object.keys(task).filter((name) => task[name] !== 'deny' && !/[*?]/.test(name))
}

/** The agents that a list of tools allows to start: `Agent(x)` and `Task(x)`. */
function spawnedAgents(tools: unknown): readonly string[] {
  const names = commaSeparated(tools).flatMap((tool) => {
    const inner = /^(?:Agent|Task)\(([^()]*)\)$/.exec(tool)?.[1]
    return inner === undefined ? [] : inner.split(',')
  })
  return agentIds(names)
}

/** Names as ids, each once, without the placeholder `*`. */
function agentIds(names: readonly string[]): readonly string[] {
  return [...new Set(names.map((name) => agentId(name)).filter((id) => id !== undefined))]
}
