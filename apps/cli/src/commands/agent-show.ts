import type { AgentFieldName, OutputOf } from '@datacortex/space'
import { columns, shorten } from '@datacortex/wording'
import { findingLines } from '../output/finding-lines.ts'
import { commandOf } from '../command-of.ts'

export const agentShow = commandOf('agents.show', agentLines)

type Shown = OutputOf<'agents.show'>

/** Fields that the screen says nothing of: they stand in `--json`. */
type NotShown =
  | ('type' | 'sha256' | 'format' | 'references' | 'profile' | 'hooks' | 'runtime' | 'erc8004')
  | ('payment' | 'virtuals' | 'olas' | 'deprecated' | 'alias' | 'removed' | 'note')
type Row = Exclude<AgentFieldName, NotShown> | 'id' | 'tags' | 'commands' | 'module' | 'formerly'

function agentLines(agent: Shown): readonly string[] {
  const { triggers, skills, relations, notes } = agent
  const rows: Readonly<Record<Row, readonly [label: string, text: string]>> = {
    id: ['id', agent.id],
    name: ['name', agent.name],
    description: ['what', shorten(agent.description, 300)],
    skills: ['skills', skills.map((skill) => skill.name).join(' · ')],
    tags: ['tags', [...new Set([...(triggers?.tags ?? []), ...skills.flatMap((skill) => skill.tags)])].join(' ')],
    commands: ['commands', (triggers?.commands ?? []).join(' ')],
    triggers: ['patterns', shorten((triggers?.patterns ?? []).join(' · '), 300)],
    spawns: ['spawns', (agent.spawns ?? []).join(', ')],
    delegates_to: ['delegates', (agent.delegates_to ?? []).join(', ')],
    can_be_called_by: [
      'called by',
      [...new Set([...(agent.can_be_called_by ?? []), ...relations.spawned_by])].join(', '),
    ],
    reads: ['reads', (agent.reads?.required ?? []).join(', ')],
    writes: ['writes', (agent.writes ?? []).join(', ')],
    components: ['components', partsOf(agent)],
    sources: ['sources', (agent.sources ?? []).join(', ')],
    source: ['source', agent.source ?? ''],
    module: ['module', agent.module ?? ''],
    version: ['version', agent.version ?? ''],
    formerly: ['formerly', relations.former_ids.join(', ')],
    performance: ['runs', runsOf(agent)],
  }
  const said = Object.values(rows).filter(([, text]) => text !== '')
  const off = agent.disabled ? [`note       disabled in this space: datacortex agent enable ${agent.id}`] : []
  const lacks = (agent.composition?.problems ?? []).map(({ message }) => `lacks      ${message}`)
  return [...off, ...lacks, ...notes.map((note) => `note       ${note}`), ...columns(said), ...madeLines(agent)]
}

/** Of one that another agent made: what it is made of. */
function madeLines({ dynamic }: Shown): readonly string[] {
  if (dynamic === undefined) return []
  const { parent, hash, capabilities, limits, tasks, file, findings } = dynamic
  const rights = Object.entries(capabilities).map(([kind, names]) => [kind, names.join(', ')])
  const bounds = Object.entries(limits).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
  const types = Object.entries(tasks).map(([name, { input, output }]) => [
    `task ${name}`,
    [
      ...(input === undefined ? [] : [`takes ${JSON.stringify(input)}`]),
      `gives ${output === undefined ? 'text' : JSON.stringify(output)}`,
    ].join(', '),
  ])
  const rows = [
    ['made by', `${parent}, hash ${hash.slice(0, 12)}`],
    ...rights,
    ['limits', bounds.join(', ')],
    ...types,
    ['recipe', file],
  ]
  return ['', ...columns(rows.filter(([, text]) => text !== '')), ...findingLines(findings)]
}

export const agentVerify = commandOf('agents.verify', ({ ok, checks }) => {
  const words = { true: 'ok', false: 'wrong', null: 'unknown' } as const
  return {
    lines: columns(checks.map(({ check, ok: holds, detail }) => [words[`${holds}`], check, detail])),
    exitCode: ok ? 0 : 1,
  }
})

function partsOf({ composition }: Shown): string {
  const parts = composition?.parts ?? []
  const named = parts.map(({ id, version, via }) => [
    id,
    ...(version ? [version] : []),
    ...(via ? [`(for ${via})`] : []),
  ])
  return named.map((words) => words.join(' ')).join(' · ')
}

function runsOf({ performance, performance_here: here, other_machines: others }: Shown): string {
  const { total_executions: total, success_rate: rate, reputation } = performance ?? {}
  if (total === undefined) return ''
  const success = rate === undefined ? '' : `, ${Math.round(rate * 100)} % succeeded`
  const machines = here === undefined ? '' : ` on ${(others ?? 0) + 1} machines, ${here.total_executions ?? 0} here`
  return `${total}${machines}${success}${reputation === undefined ? '' : `, reputation ${reputation.score} of 100`}`
}
