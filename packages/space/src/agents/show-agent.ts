import { join } from 'node:path'
import type { DynamicAgent } from '@datacortex/dynamic-agents'
import { isThere } from '@datacortex/platform'
import type {
  AgentEntry,
  AgentPerformance,
  Composition,
  RegisteredAgent,
  Registry,
  ResolvedAgent,
} from '@datacortex/registry'
import { nearestNames, publishedPart, registryError, resolveAgent, withDisabled } from '@datacortex/registry'
import { z } from 'zod'
import { isForStranger, publishedTo } from '../caller/shown-to-strangers.ts'
import { catalogueWith } from '../dynamic/catalogue-with.ts'
import { listedDynamic } from '../dynamic/listed-dynamic.ts'
import { operation } from '../operation.ts'
import { agent } from '../schema.ts'
import type { Work } from '../work.ts'

export type AgentJson = AgentEntry & {
  /** Of one that another agent made: what it is made of. */
  readonly dynamic?: ReturnType<typeof shownRecipe> | undefined
  readonly id: string
  readonly module: string | null
  readonly performance: AgentPerformance | undefined
  /** Of these, what ran on this machine, and how many others of the user count; absent if none does. */
  readonly performance_here?: AgentPerformance | undefined
  readonly other_machines?: number | undefined
  /** The former ids that led here. */
  readonly via: readonly string[]
  readonly notes: readonly string[]
  /** Whether the space switched it off. */
  readonly disabled: boolean
  /** What its components give it, in the order of its context, and which of them it lacks; absent if it names none. */
  readonly composition?: Pick<Composition, 'parts' | 'problems'> | undefined
  readonly relations: { readonly spawned_by: readonly string[]; readonly former_ids: readonly string[] }
}

export const showAgent = operation({
  input: z.strictObject({ agent }),
  output: z.looseObject({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    skills: z.array(z.looseObject({ id: z.string(), name: z.string(), description: z.string() })),
  }),
  run: async (work, { agent: wanted }): Promise<AgentJson> => {
    // Who may not read knows of no agent that another one made.
    const asked = isForStranger(work) ? [] : [wanted]
    const { registry: known, dynamic, idOf } = await catalogueWith(work, asked)
    const registry = withDisabled(known)
    const found = resolveAgent(registry, idOf(wanted))
    const made = dynamic.get(wanted)
    const { id, module, entry, composition } = found.agent
    const published = await publishedTo(work)
    if (published !== undefined) return forStranger(found, published)
    const idsOf = (test: (other: AgentEntry) => boolean | undefined): readonly string[] =>
      [...registry.agents.values()].filter((other) => test(other.entry) === true).map((other) => other.id)
    return {
      id,
      module: module ?? null,
      ...entry,
      performance: await withVersions(
        work,
        found.agent,
        entry.performance ?? (await figuresOf(work, { agent: found.agent, registry })),
      ),
      ...(await hereOf(work, { id, registry })),
      ...(composition === undefined
        ? {}
        : { composition: { parts: composition.parts, problems: composition.problems } }),
      via: found.via,
      notes: found.notes,
      disabled: known.disabled?.has(id) === true,
      ...(made === undefined ? {} : { dynamic: shownRecipe(made, work) }),
      relations: {
        spawned_by: idsOf(({ spawns }) => spawns?.includes(id)),
        former_ids: idsOf(({ alias }) => alias === id),
      },
    }
  },
})

function shownRecipe(made: DynamicAgent, { paths }: Pick<Work, 'paths'>) {
  const { primer, capabilities, tasks, createdAt, createdBy } = made.recipe
  const { tasks: _names, ...listed } = listedDynamic(made, paths)
  const { limits, findings } = made
  return { ...listed, primer, capabilities, tasks, limits, created_at: createdAt, created_by: createdBy, findings }
}

/** Whom it works with, how its runs went and where its files lie is for those who may read. */
function forStranger({ agent: { id, module }, via }: ResolvedAgent, published: ReadonlyMap<string, RegisteredAgent>) {
  const agent = published.get(id)
  if (agent === undefined)
    throw registryError('REGISTRY_AGENT_NOT_FOUND', { id, nearest: nearestNames([...published.keys()], id) })
  const relations = { spawned_by: [], former_ids: [] }
  return {
    id,
    module: module ?? null,
    ...publishedPart(agent.entry),
    performance: undefined,
    via,
    notes: [],
    disabled: false,
    relations,
  }
}

/** A component that changed made a new version of the agent, also before its next run. */
async function withVersions({ paths }: Work, agent: RegisteredAgent, performance: AgentPerformance | undefined) {
  if (agent.composition === undefined) return performance
  const { versionsOf } = await import('@datacortex/execution')
  return { ...performance, version_history: await versionsOf(paths, agent, performance?.version_history ?? []) }
}

/** Where runs of other machines count, those of this one by themselves. */
async function hereOf({ paths }: Work, { id, registry }: { readonly id: string; readonly registry: Registry }) {
  // Most spaces are on one machine: then nothing is loaded for others.
  if (!(await isThere(join(paths.stateDirectory, 'sync')))) return {}
  const { otherMachines, updatePerformance } = await import('@datacortex/execution')
  const others = (await otherMachines(paths)).filter(({ counted }) => counted).length
  if (others === 0) return {}
  const { performance } = await updatePerformance(paths, { agentIds: [id], registry, isHere: true, dryRun: true })
  return { performance_here: performance.get(id) ?? { total_executions: 0 }, other_machines: others }
}

/** Those of agents of modules and of dynamic ones can be written nowhere, and are computed from the log. */
async function figuresOf(
  { paths }: Work,
  { agent: { id, module, dynamic }, registry }: { readonly agent: RegisteredAgent; readonly registry: Registry },
): Promise<AgentPerformance | undefined> {
  if (module === undefined && dynamic === undefined) return undefined
  const { updatePerformance } = await import('@datacortex/execution')
  const { performance } = await updatePerformance(paths, { agentIds: [id], registry, dryRun: true })
  return performance.get(id)
}
