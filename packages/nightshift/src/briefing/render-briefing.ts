import { escapeMarkdown, markdownTable, wikiLink } from '@datacortex/research'
import { count, duration } from '@datacortex/wording'
import type { NightRecord } from '../night/night-journal.ts'
import type { TaskReport } from '../night/night-ports.ts'
import type { WaitingTask } from '../tasks/plan-tasks.ts'

/** What a briefing is made of. */
export type BriefingParts = {
  readonly night: NightRecord
  readonly open: readonly OpenTask[]
  /** Runs of agents in this night and in this month, by agent. */
  readonly costs: readonly CostRow[]
  /** The same by who was paid: runners, and sources of research. */
  readonly sources: readonly CostRow[]
  readonly reputation: readonly ReputationMove[]
  /** What went wrong outside of tasks. */
  readonly problems: readonly string[]
  /** Reports that research wrote. */
  readonly topics: number
  /** What research found, as sections of Markdown. */
  readonly research: readonly string[]
}

/** An open task, and why it is not done. */
export type OpenTask = {
  readonly file: string
  readonly line: number
  readonly title: string
  readonly id?: string | undefined
  readonly kind: WaitingTask['kind'] | 'left'
  readonly reason: string
}

/** What an agent, or research, ran and cost. */
export type CostRow = {
  readonly name: string
  readonly runs: number
  readonly usd: number
  readonly tokens: number
  readonly monthUsd: number
}

/** An agent whose reputation is another one than before the night. */
export type ReputationMove = {
  readonly agent: string
  readonly from: number
  readonly to: number
  readonly why: string
}

/**
 * The briefing of a night as Markdown: what needs a person first, what was done, every open task with its reason, costs, and
 * what did not finish.
 * @example renderBriefing({ night, open, costs: [], sources: [], reputation: [], problems: [], topics: 0, research: [] })
 */
export function renderBriefing(parts: BriefingParts): string {
  const { night, open, problems, research } = parts
  const of = (state: TaskReport['state']): readonly TaskReport[] => night.reports.filter((one) => one.state === state)
  const [done, review, failed] = [of('DONE'), of('REVIEW'), of('FAILED')]
  const usd = parts.costs.reduce((sum, row) => sum + row.usd, 0)
  const late =
    night.late === undefined ? [] : ['', `It was due at ${night.late}, when this machine was off, and was made up.`]
  return `${[
    `# Briefing ${night.date}`,
    '',
    `${count(done.length, 'task')} done, ${count(parts.topics, 'topic')} read about, ${review.length} to look at, ${failed.length} failed, ${open.length} open, $${usd.toFixed(2)}.`,
    ...late,
    ...section('Needs you', needs({ review, failed, open })),
    ...section('Done', done.map(doneLine)),
    ...section(
      'Open tasks',
      open.map((task) => `- ${named(task)}: ${escapeMarkdown(task.reason)}`),
    ),
    ...section('Runs and costs', [...costLines('who', parts.costs), ...costLines('source', parts.sources)]),
    ...section('Agents whose reputation moved', parts.reputation.map(moveLine)),
    ...section('Did not finish', unfinished(night, problems)),
    ...research,
  ].join('\n')}\n`
}

/**
 * What a person has to do, as items of Markdown; the terminal shows the same.
 * @example needs({ review: [], failed: [], open })
 */
export function needs({
  review,
  failed,
  open,
}: Pick<BriefingParts, 'open'> & Readonly<Record<'review' | 'failed', readonly TaskReport[]>>): readonly string[] {
  const inReport = new Set([...review, ...failed].map(({ id }) => id))
  const look = open.filter(({ kind, id }) => kind === 'review' && (id === undefined || !inReport.has(id)))
  const approvals = open.filter(({ kind }) => kind === 'approval')
  const circles = open.filter(({ kind }) => kind === 'circle')
  const linked = ({ outputs }: TaskReport): string => (outputs[0] === undefined ? '' : ` ${wikiLink(outputs[0])}`)
  return [
    ...review.map(
      (one) => `- Look at “${escapeMarkdown(one.title)}”: ${escapeMarkdown(one.reason ?? '')}${linked(one)}`,
    ),
    ...look.map((one) => `- Look at ${named(one)}: ${escapeMarkdown(one.reason)}`),
    ...failed.map(
      (one) =>
        `- “${escapeMarkdown(one.title)}” failed: ${escapeMarkdown(one.reason ?? '')} (\`datacortex nightshift retry ${one.id}\`)`,
    ),
    ...circles.map((one) => `- ${named(one)}: ${escapeMarkdown(one.reason)}`),
    ...(approvals.length === 0
      ? []
      : [
          `- ${count(approvals.length, 'task')} ${approvals.length === 1 ? 'waits' : 'wait'} for your yes: \`datacortex nightshift approve\``,
        ]),
  ]
}

function doneLine({ title, agent, outputs, costUsd, durationMs }: TaskReport): string {
  const links = outputs.slice(0, 5).map((path) => wikiLink(path))
  const cost = costUsd === 0 ? '' : `, $${costUsd.toFixed(4)}`
  return `- “${escapeMarkdown(title)}” by ${escapeMarkdown(agent ?? 'nobody')} in ${duration(durationMs)}${cost}${links.length === 0 ? '' : `: ${links.join(', ')}`}`
}

function costLines(head: 'who' | 'source', costs: readonly CostRow[]): readonly string[] {
  if (costs.length === 0) return []
  const rows = costs.map(({ name, runs, usd, tokens, monthUsd }) => [
    escapeMarkdown(name),
    String(runs),
    String(tokens),
    `$${usd.toFixed(4)}`,
    `$${monthUsd.toFixed(4)}`,
  ])
  return [markdownTable([[head, 'runs', 'tokens', 'cost', 'this month'], ...rows]), ...(head === 'who' ? [''] : [])]
}

function moveLine({ agent, from, to, why }: ReputationMove): string {
  return `- ${escapeMarkdown(agent)}: ${Math.round(from)} → ${Math.round(to)}, ${why}`
}

function unfinished({ reports, stopped }: NightRecord, problems: readonly string[]): readonly string[] {
  const left = reports.filter(({ state }) => state === 'LEFT')
  return [
    ...(stopped === undefined ? [] : [`- The night ended early: ${escapeMarkdown(stopped)}`]),
    ...left.map(({ title, reason = '' }) => `- “${escapeMarkdown(title)}”: ${escapeMarkdown(reason)}`),
    ...problems.map((problem) => `- ${escapeMarkdown(problem)}`),
  ]
}

function named({ title, file, line }: OpenTask): string {
  return `“${escapeMarkdown(title)}” (${escapeMarkdown(file)}:${line})`
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines]
}
