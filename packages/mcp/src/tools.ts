import { type Entry, type OperationName, type Right, operations } from '@datacortex/space'
import { z } from 'zod'

/** An operation of a space as a tool of a door. */
export type Tool = {
  readonly operation: OperationName
  readonly entry: Entry<Schemas>
  /** Names of the inputs that are taken, and no others are looked at; all if absent. */
  readonly inputs?: readonly string[] | undefined
}

/** What a loaded operation says of its documents. */
export type Schemas = { readonly input: z.ZodType; readonly output: z.ZodType }

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
  const asked = objectSchema(input, 'input')
  return {
    name,
    title,
    description,
    inputSchema: inputs === undefined ? asked : only(asked, inputs),
    outputSchema: objectSchema(output, 'output'),
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
      // Both are what holds where nothing is said, and models pay for each word.
      if (typeof jsonSchema.additionalProperties === 'object') delete jsonSchema.additionalProperties
    },
  })
  return { ...(rest as Omit<ObjectSchema, 'type'>), type: 'object' }
}

function only({ properties = {}, required = [], ...rest }: ObjectSchema, names: readonly string[]): ObjectSchema {
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name))),
    required: required.filter((name) => names.includes(name)),
  }
}
