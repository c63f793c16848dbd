import { type Entry, type OperationName, type Right, operations } from '@datacortex/space'
import { z } from 'zod'
import { mcpError } from './errors.ts'
import { wordsOf } from './tool-words.ts'

export type Tool = {
  readonly operation: OperationName
  readonly entry: Entry<{ readonly input: z.ZodType; readonly output: z.ZodType }>
  /** Names of the inputs that are taken, and no others are looked at; all if absent. */
  readonly inputs?: readonly string[] | undefined
}

/** The tools of the one who starts `datacortex mcp`: what the user of this machine may ask for. */
export function ownTools({ readOnly }: { readOnly: boolean }): readonly Tool[] {
  return everyTool().filter(({ entry }) => !readOnly || (entry.isReadOnly === true && entry.isOpenWorld !== true))
}

/** The tools of a client of the network: those about agents, or all operations that its rights cover. */
export function remoteTools(rights: readonly Right[] | undefined): readonly Tool[] {
  const tools = everyTool().filter(({ entry }) => entry.notAt?.http === undefined)
  if (rights !== undefined) return tools.filter(({ entry }) => rights.includes(entry.right))
  return tools.flatMap((tool) => {
    const inputs = published[tool.entry.tool]
    return inputs === undefined ? [] : [{ ...tool, inputs }]
  })
}

/** What three tools need. */
export const publishedRights: readonly Right[] = ['find', 'run']

const published: Readonly<Record<string, readonly string[] | undefined>> = {
  find_agents: ['task'],
  describe_agent: ['agent'],
  run_agent: ['agent', 'task'],
}

function everyTool(): readonly Tool[] {
  return Object.entries(operations).flatMap(([operation, entry]) =>
    entry.notAt?.mcp === undefined ? [{ operation: operation as OperationName, entry }] : [],
  )
}

/** Names of groups, each with its operations; one belongs to the first that has it, so that a new one is in some. */
const groups = {
  core: /^(?:find|context|run|search|notes\.read|remember)$/,
  notes: /^(?:notes\.(?:links|recent|tags|write|append|edit)|undo)$/,
  vault: /^(?:notes\.|undo|index)/,
  sources: /^(?:search\.|sources\.|ingest$)/,
  research: /^research/,
  agents: /^(?:agents\.|route|runners\.|components\.|directories\.)/,
  log: /^(?:log\.|evaluate$)/,
  memory: /^(?:memory\.|identity\.|recall|reflect|peers\.|shared\.)/,
  modules: /^(?:modules\.|model\.)/,
  publish: /^(?:publish\.|chain\.|nostr\.|relays\.|project\.)/,
  space: /^/,
}

export const toolGroups: readonly string[] = Object.keys(groups)

/** What clients are shown that don't say: each tool is tokens of every conversation. */
export const usualGroups: readonly string[] = ['core', 'notes']

/**
 * The groups that a text names, such as `core,research` or `all`.
 * @throws `MCP_GROUP_UNKNOWN`
 * @example groupsOf('core,log')
 */
export function groupsOf(text: string): readonly string[] {
  const named = text.split(',').map((name) => name.trim())
  if (named.includes('all')) return toolGroups
  const unknown = named.find((name) => !toolGroups.includes(name))
  if (unknown !== undefined) throw mcpError('MCP_GROUP_UNKNOWN', { group: unknown, known: toolGroups.join(', ') })
  return toolGroups.filter((name) => named.includes(name))
}

/** Those of some groups. */
export function toolsIn(tools: readonly Tool[], named: readonly string[]): readonly Tool[] {
  return tools.filter(({ operation }) => {
    const [group = ''] = Object.entries(groups).find(([, pattern]) => pattern.test(operation)) ?? []
    return named.includes(group)
  })
}

export type ListedTool = {
  name: string
  title: string
  description: string
  inputSchema: { type: 'object' }
  outputSchema: { type: 'object' }
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: boolean }
}

/** Describes a tool to clients, by the operation's own schemas. */
export async function listed({ entry, inputs }: Tool): Promise<ListedTool> {
  const { tool: name, title, description, isReadOnly = false, isOpenWorld = false, right } = entry
  const { input, output } = await entry.load()
  const words = wordsOf(name)
  const asked = objectSchema(input, 'input')
  return {
    name,
    title,
    description,
    inputSchema: only(asked, inputs ?? words.shows),
    outputSchema: only(objectSchema(output, 'output'), words.keeps),
    annotations: {
      readOnlyHint: isReadOnly,
      // What is written to notes can be undone; what becomes of the rest, or what others do for a task, nobody knows.
      destructiveHint: !isReadOnly && (isOpenWorld || right === 'manage'),
      openWorldHint: isOpenWorld,
    },
  }
}

type ObjectSchema = {
  type: 'object'
  properties?: Readonly<Record<string, unknown>> | undefined
  required?: readonly string[] | undefined
}

function objectSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Models pay for each word, and the space checks it all: what is no help to ask is left out.
      for (const word of unsaid) delete jsonSchema[word]
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return { ...(rest as Omit<ObjectSchema, 'type'>), type: 'object' }
}

const unsaid = ['additionalProperties', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern'] as const

function only(schema: ObjectSchema, names: readonly string[] | undefined): ObjectSchema {
  if (names === undefined) return schema
  const { properties = {}, required = [], ...rest } = schema
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name))),
    required: required.filter((name) => names.includes(name)),
  }
}
