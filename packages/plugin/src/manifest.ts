import { z } from 'zod'
import { hostPermission, programName, readablePlaces, variableName, writablePlaces } from './permission-names.ts'

/** What a module may touch. Absent means none. Shown at installation and recorded in the lock file. */
export type Permissions = {
  /** Hosts it talks to: `host` for the default ports, `host:port`, or `*` for every public one. */
  readonly network: readonly string[]
  /** Globs of the space that it writes; never hidden files and folders. */
  readonly writes: readonly string[]
  /** Globs of the space that it reads. */
  readonly reads: readonly string[]
  /** Names of environment variables it reads. */
  readonly env: readonly string[]
  /** Programs that it starts. */
  readonly commands: readonly string[]
}

/** A source of search or research as `sources.yaml` holds it (DIP-0021 §3). */
export type SourceEntry = {
  readonly type: 'internal' | 'mcp' | 'api'
  readonly tool: string
  readonly layers: readonly string[]
  readonly content_type: 'documents' | 'structured_data'
  readonly description?: string | undefined
  readonly [key: string]: unknown
}

/** What a coded sub-agent takes. */
export type SubAgentEntry = { readonly accepts: readonly string[]; readonly description: string }

/**
 * The manifest of a module, `module.yaml`: data only, read without importing any code of the module.
 *
 * Field names are Datacore's, `manifest_version` 2; `agents` holds DIP-0016 entries by id, which the registry checks.
 */
export type Manifest = {
  readonly manifest_version: 1 | 2
  readonly name: string
  readonly version: string
  readonly description: string
  readonly author?: string | undefined
  readonly repository?: string | undefined
  readonly license?: string | undefined
  readonly dependencies: readonly string[]
  readonly provides: {
    readonly agents: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    /** DIP-0016 §11.3, by id; the registry checks them. */
    readonly components: Readonly<Record<string, unknown>>
    readonly sources: Readonly<Record<string, SourceEntry>>
    readonly subagents: Readonly<Record<string, SubAgentEntry>>
    readonly hooks: readonly string[]
  }
  readonly requires: {
    readonly env_vars: { readonly required: readonly string[]; readonly optional: readonly string[] }
  }
  readonly permissions: Permissions
  readonly settings: Readonly<Record<string, unknown>>
}

/** Names of modules and ids of what they provide: ASCII, so that no look-alike can pose as another. */
export const moduleName: z.ZodType<string> = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens')

// Made with the first manifest that is checked: most commands read those that were checked before.
const strings = z.array(z.string()).default([])
const variables = z.array(variableName).default([])

/** Real manifests write agents as a map of entries, as `{name, trigger}` items or as plain names. */
const agents = z.lazy(() =>
  z.preprocess(
    (value) => (Array.isArray(value) ? Object.fromEntries(value.map(agentItem)) : (value ?? {})),
    // A bare `writer:` says that the agent's file says all.
    z.record(
      moduleName,
      z.preprocess((entry) => entry ?? {}, z.record(z.string(), z.unknown())),
    ),
  ),
)

const source = z.lazy(() =>
  z.looseObject({
    type: z.enum(['internal', 'mcp', 'api']),
    tool: z.string().min(1),
    layers: z.array(z.string()).min(1),
    content_type: z.enum(['documents', 'structured_data']),
    description: z.string().optional(),
  }),
)

const subagent = z.object({ accepts: z.array(z.string()).min(1), description: z.string() })

// Without quotes YAML reads 1.0 as a number.
const semanticVersion = 'must be a semantic version such as 1.0.0'

const shape = z.lazy(() =>
  z.object({
    manifest_version: z.union([z.literal(1), z.literal(2)], 'must be 1 or 2').default(1),
    name: moduleName,
    version: z
      .string({ error: ({ input }) => (input === undefined ? undefined : semanticVersion) })
      .regex(/^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/, semanticVersion),
    description: z.string().min(1),
    author: z.string().optional(),
    repository: z.string().optional(),
    license: z.string().optional(),
    dependencies: strings,
    provides: z
      .object({
        agents: agents.default({}),
        components: z.record(moduleName, z.unknown()).default({}),
        sources: z.record(moduleName, source).default({}),
        subagents: z.record(moduleName, subagent).default({}),
        hooks: strings,
      })
      .prefault({}),
    requires: z.object({ env_vars: z.object({ required: variables, optional: variables }).prefault({}) }).prefault({}),
    permissions: z
      .object({
        network: z.array(hostPermission).default([]),
        writes: z.array(writablePlaces).default([]),
        reads: z.array(readablePlaces).default([]),
        env: variables,
        commands: z.array(programName).default([]),
      })
      .prefault({}),
    settings: z.record(z.string(), z.unknown()).default({}),
  }),
)

export const Manifest: z.ZodType<Manifest> = z.preprocess((value) => withoutEmptyKeys(value, 2), shape)

/** An empty key, `hooks:`, is null in YAML and means the same as an absent one. */
function withoutEmptyKeys(value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const filled = Object.entries(value).filter(([, item]) => item !== null)
  return Object.fromEntries(filled.map(([key, item]) => [key, withoutEmptyKeys(item, depth - 1)]))
}

function agentItem(item: unknown): readonly [string, unknown] {
  if (typeof item === 'string') return [item, {}]
  if (typeof item !== 'object' || item === null || !('name' in item) || typeof item.name !== 'string') return ['', item]
  const { name, ...rest } = item
  const trigger = 'trigger' in rest && typeof rest.trigger === 'string' ? rest.trigger : undefined
  const triggers = trigger?.startsWith(':') === true ? { tags: [trigger] } : { patterns: [trigger] }
  return [name, trigger === undefined ? rest : { triggers }]
}
