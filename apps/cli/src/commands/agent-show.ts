import type { SpacePaths } from '@datacortex/platform'
import type { AgentPerformance, RegisteredAgent, Registry } from '@datacortex/registry'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { columns, shorten } from '../output/format.ts'

/**
 * `datacortex agent show ID`: one entry, found under its former ids too, with who starts it, whom it starts and how its
 * runs went.
 *
 * @param context - Of the command.
 * @param options - `id`: id or former id.
 */
export async function agentShow(context: Context, { id }: { readonly id: string }): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { readCatalogue, resolveAgent } = await import('@datacortex/registry')
  const { registry } = await readCatalogue(paths, { bundledDirectory: bundledPlugins() })
  const { agent, via, notes } = resolveAgent(registry, id)
  const spawnedBy = [...registry.agents.values()]
    .filter((other) => other.entry.spawns?.includes(agent.id))
    .map((other) => other.id)
  const formerIds = [...registry.agents.values()]
    .filter((other) => other.entry.alias === agent.id)
    .map((other) => other.id)
  const { entry } = agent
  const performance = entry.performance ?? (await figuresOf(paths, { agent, registry }))
  const rows = [
    ['id', agent.id],
    ['name', entry.name],
    ['what', shorten(entry.description, 300)],
    ['skills', entry.skills.map((skill) => skill.name).join(' · ')],
    ['tags', [...new Set([...(entry.triggers?.tags ?? []), ...entry.skills.flatMap((skill) => skill.tags)])].join(' ')],
    ['commands', (entry.triggers?.commands ?? []).join(' ')],
    ['patterns', shorten((entry.triggers?.patterns ?? []).join(' · '), 300)],
    ['spawns', (entry.spawns ?? []).join(', ')],
    ['delegates', (entry.delegates_to ?? []).join(', ')],
    ['called by', [...new Set([...(entry.can_be_called_by ?? []), ...spawnedBy])].join(', ')],
    ['reads', (entry.reads?.required ?? []).join(', ')],
    ['writes', (entry.writes ?? []).join(', ')],
    ['source', entry.source ?? ''],
    ['module', agent.module ?? ''],
    ['version', entry.version ?? ''],
    ['formerly', formerIds.join(', ')],
    ['runs', runsOf(performance)],
  ].filter(([, value]) => value !== '')
  return {
    data: {
      id: agent.id,
      module: agent.module ?? null,
      ...entry,
      performance,
      via,
      notes,
      relations: { spawned_by: spawnedBy, former_ids: formerIds },
    },
    lines: [...notes.map((note) => `note       ${note}`), ...columns(rows)],
  }
}

/** Those of agents of modules can be written nowhere, and are computed from the log. */
async function figuresOf(
  paths: SpacePaths,
  { agent, registry }: { readonly agent: RegisteredAgent; readonly registry: Registry },
): Promise<AgentPerformance | undefined> {
  if (agent.module === undefined) return undefined
  const { updatePerformance } = await import('@datacortex/execution')
  const { performance } = await updatePerformance(paths, { agentIds: [agent.id], registry, dryRun: true })
  return performance.get(agent.id)
}

function runsOf(performance: AgentPerformance | undefined): string {
  const { total_executions: total, success_rate: rate, reputation } = performance ?? {}
  if (total === undefined) return ''
  const success = rate === undefined ? '' : `, ${Math.round(rate * 100)} % succeeded`
  return `${total}${success}${reputation === undefined ? '' : `, reputation ${reputation.score} of 100`}`
}
