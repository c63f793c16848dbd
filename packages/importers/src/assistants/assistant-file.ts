import { stringify as toToml } from 'smol-toml'
import { stringify as toYaml } from 'yaml'
import { type AgentEntry, type RegisteredAgent, fieldRows, isFilled } from '@datacortex/registry'
import { recordOf } from '@datacortex/platform'
import { definedFields, names, textOf } from '../formats/field-values.ts'
import { agentId } from '../collect/agent-id.ts'
import { triggerExamples } from '../formats/trigger-examples.ts'

/** Programs that run agents from files, and the formats of these. */
export const assistants = ['claude', 'skill', 'copilot', 'cursor', 'codex', 'gemini', 'opencode'] as const

/** One of them. */
export type Assistant = (typeof assistants)[number]

/** What agents are exported as: for a program, or as a plugin of Claude Code with a marketplace that lists it. */
export const exportedAs = [...assistants, 'claude-plugin'] as const

/** One of them. */
export type ExportedAs = (typeof exportedAs)[number]

/** Settings of an assistant that are maps, or lists of such. */
const maps: Readonly<Partial<Record<Assistant, ReadonlySet<string>>>> = {
  claude: names('hooks mcpServers'),
  copilot: names('handoffs hooks mcp-servers'),
  gemini: names('mcpServers mcp_servers'),
  opencode: names('permission tools'),
}

/** What Claude Code does not take from an agent of a plugin. */
const notOfPlugins = names('hooks mcpServers permissionMode')

export type AssistantFileOptions = {
  readonly assistant: Assistant
  readonly prompt: string
  /** Whether the file is for a plugin of Claude Code, whose agents may set less. */
  readonly isPlugin?: boolean | undefined
}

/** An agent as an assistant reads it. */
export type AssistantFile = {
  /** Where the assistant looks for it in a project or a home folder, with `/` between the parts. */
  readonly path: string
  readonly text: string
  /** Fields of the entry that the assistant has no place for; `runtime.hooks` if it is one setting of its own. */
  readonly lost: readonly string[]
}

/**
 * Writes an agent in the format of an assistant, so that importing it gives the agent again, but for the fields that are lost.
 *
 * Settings of another assistant are not translated: its names of models, tools and permissions mean nothing elsewhere.
 * @returns Undefined if the assistant can't have an agent of this id.
 * @see https://code.claude.com/docs/en/sub-agents and the importers for the others
 * @example assistantFile(agent, { assistant: 'codex', prompt: 'You write.' })?.path // '.codex/agents/writer.toml'
 */
export function assistantFile(
  agent: RegisteredAgent,
  { assistant, prompt, isPlugin = false }: AssistantFileOptions,
