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
): AssistantFile | undefined {
  const { entry } = agent
  const shape = shapes[assistant]
  const slug = shape.slug(agent.id)
  if (slug === undefined) return undefined
  const isOwn = entry.format === assistant
  const given = isOwn ? { ...entry.runtime, ...recordOf(entry[`x-${assistant}`]) } : {}
  // Front matter that is no YAML leaves text where its program expects a map, and refuses the file.
  const isSaid = ([key, value]: readonly [string, unknown]): boolean =>
    !(isPlugin && notOfPlugins.has(key)) &&
    !(maps[assistant]?.has(key) === true && typeof value === 'string' && !/^(?:allow|ask|deny)$/.test(value))
  const settings = Object.fromEntries(Object.entries(given).filter(isSaid))
  const unsaid = Object.keys(given).filter((key) => !(key in settings))
  const own = definedFields(shape.fields(entry, slug)) ?? {}
  const carried = { ...own, ...settings }
  const text =
    assistant === 'codex'
      ? [toToml(own), tomlPrompt(prompt), toToml(settings)].join('').trimEnd() + '\n'
      : `---\n${toYaml(carried, { lineWidth: 0 })}---\n\n${prompt}\n`
  return {
    path: shape.path(slug),
    text,
    lost: [...lostFields(agent, { assistant, slug, carried }), ...unsaid.map((key) => `runtime.${key}`)],
  }
}

/** On lines of its own where TOML allows that, before the tables that end a file. */
function tomlPrompt(prompt: string): string {
  // oxlint-disable-next-line no-control-regex
  const isLiteral = !prompt.includes("'''") && !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(prompt)
  return isLiteral ? `developer_instructions = '''\n${prompt}\n'''\n` : toToml({ developer_instructions: prompt })
}

type Shape = {
  readonly path: (slug: string) => string
  readonly slug: (id: string) => string | undefined
  readonly fields: (entry: AgentEntry, slug: string) => Readonly<Record<string, unknown>>
}

const named = ({ description }: AgentEntry, name: string): Readonly<Record<string, unknown>> => ({ name, description })
const asItIs = (id: string): string => id
/** Lower case, digits and single hyphens; nothing if letters of other scripts would go. */
const plain = (id: string): string | undefined => {
  const latin = id.normalize('NFKD').replaceAll(/\p{M}+/gu, '')
  if (/[^\x20-\x7e]/.test(latin)) return undefined
  const slug = latin
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return slug === '' ? undefined : slug
}

const shapes: Readonly<Record<Assistant, Shape>> = {
  claude: { path: (slug) => `.claude/agents/${slug}.md`, slug: asItIs, fields: named },
  skill: {
    path: (slug) => `.claude/skills/${slug}/SKILL.md`,
    slug: (id) => plain(id)?.slice(0, 64).replace(/-$/, ''),
    fields: ({ description, version }, name) => ({
      name,
      description: shortened(description),
      metadata: version === undefined ? undefined : { version },
    }),
  },
  copilot: {
    path: (slug) => `.github/agents/${slug}.agent.md`,
    slug: asItIs,
    fields: ({ name, description, spawns }) => ({ name, description, agents: spawns }),
  },
  cursor: { path: (slug) => `.cursor/agents/${slug}.md`, slug: asItIs, fields: named },
  codex: {
    path: (slug) => `.codex/agents/${slug}.toml`,
    slug: asItIs,
    fields: ({ name, description }) => ({ name, description }),
  },
  gemini: { path: (slug) => `.gemini/agents/${slug}.md`, slug: plain, fields: named },
  opencode: {
    path: (slug) => `.opencode/agents/${slug}.md`,
    slug: asItIs,
    fields: ({ description }) => ({ description }),
  },
}

/** The most that the specification of Agent Skills allows. */
const longestDescription = 1024

function shortened(description: string): string {
  if (description.length <= longestDescription) return description
  const end = description.lastIndexOf('. ', longestDescription)
  return end > 0 ? description.slice(0, end + 1) : `${description.slice(0, longestDescription - 1).toWellFormed()}…`
}

/** Names what an entry says and its file for an assistant does not: an import of the file would not bring it back. */
function lostFields(
  { id, entry }: RegisteredAgent,
  { assistant, slug, carried }: { assistant: string; slug: string; carried: Readonly<Record<string, unknown>> },
): readonly string[] {
  const agent = { id, entry, assistant, carried, examples: triggerExamples([entry.description]) }
  const lost = fieldRows.filter(([name, row]) =>
    typeof row.lost === 'function' ? row.lost(agent) : row.lost === 'if filled' && isFilled(entry[name]),
  )
  const isRenamed = agentId(textOf(carried['name']) ?? slug) !== id
  return [...(isRenamed ? ['id'] : []), ...lost.map(([name]) => name)]
}
