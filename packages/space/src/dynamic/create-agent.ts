import { relative, sep } from 'node:path'
import { attempt } from '@datacortex/errors'
import type { JsonSchema, TaskDefinition } from '@datacortex/dynamic-agents'
import type { Registry } from '@datacortex/registry'
import { z } from 'zod'
import { type Primer, keptPrimers } from '../agents/primers.ts'
import { spaceError } from '../errors.ts'
import { noteVersions } from '../modules/note-versions.ts'
import { operation } from '../operation.ts'
import { dryRun, name, text } from '../schema.ts'
import type { Work } from '../work.ts'
import { catalogueWith, resolveOptions } from './catalogue-with.ts'

export const jsonSchema: z.ZodType<JsonSchema> = z.union([z.boolean(), z.record(z.string(), z.unknown())])
const kinds = ['spawns', 'tools', 'reads', 'writes', 'sources', 'skills', 'components'] as const
const amount = z.number().min(0).optional()

export const createAgent = operation({
  input: z.strictObject({
    id: name.describe('Of the child, such as math_solver.'),
    parent: name.optional().describe('The agent that it is made below; in a run who calls.'),
    primer: text.describe('What it is told of itself and its work.'),
    tasks: z
      .record(
        name,
        z.strictObject({
          description: z.string().max(10_000).optional(),
          input: jsonSchema.optional(),
          output: jsonSchema.optional(),
        }),
      )
      .optional()
      .describe('By name; input and output as JSON Schema 2020-12.'),
    capabilities: z
      .array(z.string().regex(/^[a-z]+:./su, 'is no KIND:NAME'))
      .max(1000)
      .optional()
      .describe(`KIND:NAME of what its parent has: ${kinds.join(', ')}.`),
    limits: z
      .strictObject({
        depth: amount,
        concurrency: amount,
        runs: amount,
        tokens: amount,
        usd: amount,
        expires: z.string().optional(),
        lifetime: z.literal('run').optional(),
      })
      .optional()
      .describe('At most what the parent may.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({ id: z.string(), parent: z.string(), hash: z.string(), tasks: z.array(z.string()) }),
  run: async (work, asked) => {
    const { LimitsSchema, createDynamicAgent, taskName } = await import('@datacortex/dynamic-agents')
    const { paths, signal } = work
    const parent = await ownParent(work, asked.parent)
    const { schemaIssues } = await import('@datacortex/platform')
    const limits = LimitsSchema.safeParse(asked.limits ?? {})
    const tasks: Readonly<Record<string, TaskDefinition>> = asked.tasks ?? {}
    const wrong = Object.keys(tasks).find((one) => !taskName.safeParse(one).success)
    const hint = 'datacortex agent create --help'
    if (!limits.success)
      throw spaceError('CLI_USAGE', { message: `Limits: ${schemaIssues(limits.error).join('; ')}.`, hint })
    if (wrong !== undefined)
      throw spaceError('CLI_USAGE', { message: `${JSON.stringify(wrong)} is no name of a task.`, hint })
    // What is nested too deep to be written is refused as a type below.
    const types = attempt(
      () => JSON.stringify(tasks),
      () => '',
    )
    await refuseSecrets(work, [asked.primer, types])
    const { registry } = await catalogueWith(work, [parent])
    const { path, recipe, file } = await createDynamicAgent(paths, {
      ...(await resolveOptions(registry)),
      id: asked.id,
      parent,
      primer: asked.primer,
      tasks,
      capabilities: capabilitiesIn(asked.capabilities ?? []),
      limits: limits.data,
      createdBy: work.caller.kind === 'agent' ? (work.caller.parent ?? work.caller.id) : 'user',
      dryRun: asked.dry_run,
      signal,
    })
    if (asked.dry_run !== true && recipe.capabilities.components.length > 0) await noteVersions(work)
    return {
      id: recipe.id,
      path,
      /** The reference that goes on meaning exactly this one. */
      reference: `${path}@${recipe.hash.slice(0, 12)}`,
      parent: recipe.parent,
      hash: recipe.hash,
      tasks: Object.keys(tasks),
      limits: recipe.limits,
      file: relative(paths.root, file).split(sep).join('/'),
      // What there is to build from: the parent and the agents that it may start, in a few words each.
      ...(asked.dry_run === true
        ? { dry_run: true as const, can_build_from: await buildingFrom(work, registry, parent) }
        : {}),
    }
  },
})

async function buildingFrom(work: Work, registry: Registry, parent: string): Promise<readonly Primer[]> {
  const entry = registry.agents.get(parent)?.entry
  const others = [...registry.agents.values()].filter(({ id }) => id !== parent && entry?.spawns?.includes(id) === true)
  return await keptPrimers(work, [...(entry === undefined ? [] : [{ id: parent, entry }]), ...others])
}

/** The caller of a run has children of its own only; anybody else names the parent. */
export async function ownParent({ caller }: Pick<Work, 'caller'>, named: string | undefined): Promise<string> {
  if (caller.kind === 'agent' && named !== undefined && named !== caller.id) {
    const { dynamicError } = await import('@datacortex/dynamic-agents')
    throw dynamicError('DYNAMIC_NOT_THE_PARENT', { caller: caller.id, parent: named })
  }
  const parent = caller.kind === 'agent' ? caller.id : named
  if (parent === undefined)
    throw spaceError('CLI_USAGE', { message: 'Below which agent?', hint: 'Name it: --parent ID' })
  return parent
}

/** By kind; `tool:Read` is `tools:Read`. */
function capabilitiesIn(given: readonly string[]) {
  const found: Partial<Record<(typeof kinds)[number], string[]>> = {}
  for (const one of given) {
    const [, written = '', named = ''] = /^([a-z]+):(.+)$/su.exec(one) ?? []
    const kind = kinds.find((known) => known === written || known.slice(0, -1) === written)
    if (kind === undefined)
      throw spaceError('CLI_USAGE', {
        message: `${JSON.stringify(one)} is no capability.`,
        hint: `KIND:NAME, where KIND is one of ${kinds.join(', ')}.`,
      })
    ;(found[kind] ??= []).push(named)
  }
  return found
}

/** A recipe goes wherever its folder goes. */
async function refuseSecrets({ paths }: Work, texts: readonly string[]): Promise<void> {
  const { readSecretValues } = await import('@datacortex/execution')
  const secrets = await readSecretValues(paths)
  const held = texts.flatMap((one) => secrets.conceal(one).concealed)
  if (held.length > 0)
    throw spaceError('CLI_USAGE', {
      message: `The recipe would hold a secret: ${[...new Set(held)].join(', ')}. Nothing was made.`,
      hint: 'Name the secret, not its value.',
    })
}
