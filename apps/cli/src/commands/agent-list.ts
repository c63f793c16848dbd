import type { RegisteredAgent, Registry } from '@datacortex/registry'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { agentCount } from '../output/agent-count.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { count, shorten } from '../output/format.ts'
import { tagsHere } from '../output/tag-lines.ts'

/** Arguments of `agent list`. */
export type AgentListOptions = {
  readonly tag?: readonly string[] | undefined
  readonly module?: string | undefined
  readonly deprecated?: true | undefined
  /** Whether people, and shells, are shown the ids alone. */
  readonly ids?: true | undefined
}

/**
 * `datacortex agent list`: the agents of the space, in the order of the registry.
 *
 * @param context - Of the command.
 * @param options - Filters, all of which must hold.
 */
export async function agentList(context: Context, options: AgentListOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { agentTags, normaliseTag, readCatalogue } = await import('@datacortex/registry')
  const { registry, modules } = await readCatalogue(paths, { bundledDirectory: bundledPlugins() })
  const agents = [...registry.agents.values()].filter(
    (agent) =>
      (options.tag ?? []).every((tag) => agentTags(agent.entry).includes(normaliseTag(tag))) &&
      (options.module === undefined || agent.module === options.module) &&
      (options.deprecated === undefined || agent.entry.deprecated === true),
  )
  const data = { agents: agents.map(summary) }
  if (options.ids === true) return { data, lines: agents.map(({ id }) => id) }
  const lines = fittedColumns(agents.map(row), { width: outputWidth(), flexible: [1, 2] })
  const total =
    agents.length === registry.agents.size
      ? agentCount(registry)
      : `${agents.length} of ${count(registry.agents.size, 'agent')}`
  const names = new Set([...registry.modules.keys(), ...modules.modules.map(({ name }) => name)])
  const hints =
    agents.length === 0
      ? [...unknownModule(options, { names, registry }), ...(await unknownTags(options, registry))]
      : []
  return { data, lines: [...lines, ...hints, total] }
}

function unknownModule(
  { module }: AgentListOptions,
  { names, registry }: { readonly names: ReadonlySet<string>; readonly registry: Registry },
): readonly string[] {
  if (module === undefined || names.has(module)) return []
  // Most modules bring a source or a runner and no agents.
  const bringing = [...registry.modules].filter(([, { agentIds }]) => agentIds.length > 0).map(([name]) => name)
  const others = bringing.length === 0 ? 'none here brings agents' : `agents come with ${bringing.join(', ')}`
  return [`no module ${JSON.stringify(module)} is known here; ${others}`]
}

async function unknownTags({ tag = [] }: AgentListOptions, registry: Registry): Promise<readonly string[]> {
  const { agentTags, normaliseTag } = await import('@datacortex/registry')
  const known = new Set([...registry.agents.values()].flatMap(({ entry }) => agentTags(entry)))
  const unknown = tag.filter((one) => !known.has(normaliseTag(one)))
  if (unknown.length === 0) return []
  const { knownTags } = await import('../known-tags.ts')
  return [`no agent has the tag ${unknown.join(', ')}`, ...tagsHere(knownTags(registry, 12))]
}

function row({ id, module, entry }: RegisteredAgent): readonly string[] {
  const state = entry.removed ? '(removed) ' : entry.deprecated ? '(deprecated) ' : ''
  return [id, module ?? '', shorten(`${state}${entry.description}`, 80)]
}

function summary({ id, module, entry }: RegisteredAgent): object {
  return {
    id,
    name: entry.name,
    description: entry.description,
    skills: entry.skills.map((skill) => ({ id: skill.id, name: skill.name })),
    tags: [...new Set([...(entry.triggers?.tags ?? []), ...entry.skills.flatMap((skill) => skill.tags)])],
    source: entry.source ?? null,
    module: module ?? null,
    deprecated: entry.deprecated ?? false,
  }
}
