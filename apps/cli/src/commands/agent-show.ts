import type { OutputOf } from '@datacortex/space'
import { columns, shorten } from '@datacortex/wording'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'

/** `datacortex agent show ID`: one entry, who starts it, whom it starts and how its runs went. */
export async function agentShow(context: Context, { id }: { readonly id: string }): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.agents.show({ agent: id })
  return { data, lines: agentLines(data) }
}

function agentLines(agent: OutputOf<'agents.show'>): readonly string[] {
  const { triggers, skills, relations, notes } = agent
  const rows = [
    ['id', agent.id],
    ['name', agent.name],
    ['what', shorten(agent.description, 300)],
    ['skills', skills.map((skill) => skill.name).join(' · ')],
    ['tags', [...new Set([...(triggers?.tags ?? []), ...skills.flatMap((skill) => skill.tags)])].join(' ')],
    ['commands', (triggers?.commands ?? []).join(' ')],
    ['patterns', shorten((triggers?.patterns ?? []).join(' · '), 300)],
    ['spawns', (agent.spawns ?? []).join(', ')],
    ['delegates', (agent.delegates_to ?? []).join(', ')],
    ['called by', [...new Set([...(agent.can_be_called_by ?? []), ...relations.spawned_by])].join(', ')],
    ['reads', (agent.reads?.required ?? []).join(', ')],
    ['writes', (agent.writes ?? []).join(', ')],
    ['source', agent.source ?? ''],
    ['module', agent.module ?? ''],
    ['version', agent.version ?? ''],
    ['formerly', relations.former_ids.join(', ')],
    ['runs', runsOf(agent)],
  ].filter(([, value]) => value !== '')
  return [...notes.map((note) => `note       ${note}`), ...columns(rows)]
}

function runsOf({ performance }: OutputOf<'agents.show'>): string {
  const { total_executions: total, success_rate: rate, reputation } = performance ?? {}
  if (total === undefined) return ''
  const success = rate === undefined ? '' : `, ${Math.round(rate * 100)} % succeeded`
  return `${total}${success}${reputation === undefined ? '' : `, reputation ${reputation.score} of 100`}`
}
