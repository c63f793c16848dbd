import canonicalize from 'canonicalize'
import { z } from 'zod'
import { isRecord, recordOf, schemaIssues, sha256 } from '@datacortex/platform'
import { parseYaml } from '@datacortex/platform/yaml'
import { Document } from 'yaml'
import { dynamicError } from './errors.ts'

/** Kinds of capability, each a list of names. */
export const capabilityKinds = ['spawns', 'tools', 'reads', 'writes', 'sources', 'skills', 'components'] as const
export type CapabilityKind = (typeof capabilityKinds)[number]
/** The same where kinds may be missing. */
export type Loose<T> = { readonly [Key in keyof T]?: T[Key] | undefined }
/** What an agent may do, each kind by names. */
export type Capabilities = Readonly<Record<CapabilityKind, readonly string[]>>

/** A JSON Schema of 2020-12, unchecked. */
export type JsonSchema = Readonly<Record<string, unknown>> | boolean

/** A task with the types of what goes in and comes out; without one it is text. */
export type TaskDefinition = {
  readonly description?: string | undefined
  readonly input?: JsonSchema | undefined
  readonly output?: JsonSchema | undefined
}

/** What a dynamic agent is made of: names only, no code, no secret, no place of this machine. */
export type Recipe = {
  readonly schema: number
  readonly id: string
  readonly parent: string
  readonly parentHash: string
  readonly primer: string
  readonly capabilities: Capabilities
  readonly tasks: Readonly<Record<string, TaskDefinition>>
  readonly limits: Limits
  readonly createdAt: string
  readonly createdBy: string
  /** Of the content: who made it and when are no part of it. */
  readonly hash: string
  /** The hash that stands in the file; another one if somebody edited it. */
  readonly writtenHash?: string | undefined
}

const newest = 1
const agentKey = '__local_agent_registry__'
const typeKey = '__local_dataclass_registry__'

const names = z.array(z.string().min(1).max(1000)).max(1000)
const count = z.number().int().min(0)
/** What a dynamic agent may use up; what is absent is bounded by its parent alone. */
export type Limits = Readonly<z.infer<typeof LimitsSchema>>
/** Limits as a file or a caller gives them. */
export const LimitsSchema = z.object({
  /** Levels of agents that may be made below it. */
  depth: count.max(16).optional(),
  /** Runs at once, and in all. */
  concurrency: count.min(1).optional(),
  runs: count.optional(),
  tokens: count.optional(),
  usd: z.number().min(0).optional(),
  /** UTC, as `2026-12-01T00:00:00Z`. */
  expires: z.iso.datetime({ offset: true }).optional(),
  /** `run`: it goes with the run that made it, one that the user made after its first run. */
  lifetime: z.literal('run').optional(),
})
const CapabilitiesSchema: z.ZodType<Loose<Capabilities>> = z.strictObject(
  Object.fromEntries(capabilityKinds.map((kind) => [kind, names.optional()])),
)
/** What a task may be called. */
export const taskName = z.string().regex(/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]{0,63}$/u, 'is no name of a task')
const Written = z.looseObject({
  parent: z.string(),
  parent_hash: z.string().default(''),
  primer: z.string().min(1).max(200_000),
  capabilities: CapabilitiesSchema.default({}),
  tasks: z
    .record(
      taskName,
      z.looseObject({
        description: z.string().optional(),
        input: z.string().optional(),
        output: z.string().optional(),
      }),
    )
    .default({}),
  limits: LimitsSchema.default({}),
  created_at: z.string().default(''),
  created_by: z.string().default(''),
  hash: z.string().optional(),
})
const File = z.looseObject({
  schema: z.number().int().min(0).default(0),
  [agentKey]: z.record(z.string(), z.record(z.string(), z.unknown())),
  [typeKey]: z.record(z.string(), z.union([z.boolean(), z.record(z.string(), z.unknown())])).default({}),
})

/** A recipe as its file is written, with the types of its tasks beside it. */
export function renderRecipe(recipe: Recipe): string {
  const types: Record<string, JsonSchema> = {}
  const tasks = Object.entries(recipe.tasks).map(([name, { description, ...sides }]) => {
    const named = Object.entries(sides).map(([side, schema]) => {
      if (schema === undefined) return []
      const type = `${name}.${side}`
      types[type] = schema
      return [[side, type]]
    })
    return [name, { ...(description === undefined ? {} : { description }), ...Object.fromEntries(named.flat()) }]
  })
  const { id, parent, primer, limits, capabilities } = recipe
  const own = {
    parent,
    parent_hash: recipe.parentHash,
    primer,
    capabilities: Object.fromEntries(Object.entries(capabilities).filter(([, some]) => some.length > 0)),
    tasks: Object.fromEntries(tasks),
    limits,
    created_at: recipe.createdAt,
    created_by: recipe.createdBy,
    hash: recipe.hash,
  }
  const document = new Document(
    { schema: newest, [agentKey]: { [id]: own }, [typeKey]: types },
    { aliasDuplicateObjects: false },
  )
  document.commentBefore = ` ${parent}/${id}: a recipe that ${parent} keeps. It can never have more than its parent has.`
  return document.toString({ lineWidth: 0 })
}

/**
 * The recipe of a file; an older one is read as what it means now.
 * @throws `DYNAMIC_SCHEMA_NEWER`, `DYNAMIC_RECIPE_INVALID`
 */
export function parseRecipe(text: string, { id, file }: { readonly id: string; readonly file: string }): Recipe {
  const invalid = (issues: readonly string[]): never => {
    throw dynamicError('DYNAMIC_RECIPE_INVALID', { file, issues })
  }
  const { document, problems } = parseYaml(text)
  if (problems.length > 0) return invalid(problems.map(({ line, message }) => `line ${line}: ${message}`))
  const value: unknown = document.toJS()
  const schema = isRecord(value) ? value['schema'] : undefined
  if (typeof schema === 'number' && schema > newest)
    throw dynamicError('DYNAMIC_SCHEMA_NEWER', { file, schema: String(schema) })
  const read = File.safeParse(value)
  if (!read.success) return invalid(schemaIssues(read.error))
  const entry = Object.entries(read.data[agentKey]).find(([key]) => key.normalize('NFC') === id)?.[1]
  if (entry === undefined) return invalid([`${agentKey} has no ${id}`])
  const own = Written.safeParse(read.data.schema === 0 ? migrated(entry) : entry)
  if (!own.success) return invalid(schemaIssues(own.error))
  const types = read.data[typeKey]
  const typeOf = (name: string | undefined): JsonSchema | undefined =>
    name === undefined ? undefined : (types[name] ?? invalid([`${typeKey} has no ${name}`]))
  const {
    parent,
    parent_hash: parentHash,
    primer,
    capabilities,
    limits,
    tasks,
    hash,
    created_at,
    created_by,
    ...more
  } = own.data
  const recipe = {
    schema: newest,
    id,
    parent,
    parentHash,
    primer,
    capabilities: wholeCapabilities(capabilities),
    tasks: Object.fromEntries(
      Object.entries(tasks).map(([name, { description, input, output }]) => [
        name,
        { description, input: typeOf(input), output: typeOf(output) },
      ]),
    ),
    limits,
    createdAt: created_at,
    createdBy: created_by,
    writtenHash: hash,
  }
  return { ...recipe, hash: recipeHash(recipe, more) }
}

/** As it was proposed: capabilities with a type each, and tasks as they stand in Python. */
function migrated({
  capabilities,
  task_definitions: defined,
  ...rest
}: Record<string, unknown>): Record<string, unknown> {
  const tasks = Object.entries(recordOf(defined)).map(([name, task]) => {
    const { docstring, signature } = recordOf(task)
    const input = typeof signature === 'string' ? { input: signature } : {}
    return [name, { ...(typeof docstring === 'string' ? { description: docstring } : {}), ...input }]
  })
  const some = Array.isArray(capabilities) ? capabilities.filter((one) => isRecord(one)) : []
  const kindOf = (type: unknown): CapabilityKind | undefined =>
    capabilityKinds.find((kind) => type === kind || type === kind.slice(0, -1))
  const byKind = Object.groupBy(some, ({ type }) => kindOf(type) ?? 'tools')
  return {
    parent: '',
    ...rest,
    ...(defined === undefined ? {} : { tasks: Object.fromEntries(tasks) }),
    capabilities: Array.isArray(capabilities)
      ? Object.fromEntries(Object.entries(byKind).map(([kind, list]) => [kind, list.map(({ name }) => name)]))
      : capabilities,
  }
}

/** Every kind, each name once, in one order. */
export function wholeCapabilities(some: Loose<Capabilities>): Capabilities {
  const listOf = (kind: CapabilityKind): readonly string[] =>
    [...new Set((some[kind] ?? []).map((name) => name.normalize('NFC')))].toSorted()
  return Object.fromEntries(capabilityKinds.map((kind) => [kind, listOf(kind)])) as Capabilities
}

type Content = Pick<Recipe, 'schema' | 'id' | 'parent' | 'primer' | 'capabilities' | 'tasks' | 'limits'>

/** Who made it, when, and of which version of its parent, are left out; what somebody added counts. */
export function recipeHash(recipe: Content, more: Readonly<Record<string, unknown>> = {}): string {
  const { schema, id, parent, primer, capabilities, tasks, limits } = recipe
  return contentHash({ ...more, schema, id, parent, primer, capabilities, tasks, limits })
}

/** A hash of what a value says, in whatever order its keys stand. */
export function contentHash(value: unknown): string {
  // What is undefined is no JSON.
  return sha256(canonicalize(JSON.parse(JSON.stringify(value))) ?? '')
}
