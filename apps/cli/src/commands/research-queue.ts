import type { InputOf, OutputOf } from '@datacortex/space'
import { takenInRows, undoRows } from '@datacortex/space/words'
import { spaceError } from '@datacortex/space/errors'
import { columns, count } from '@datacortex/wording'
import { type CommandResult, type Context, spaceOf } from '../context.ts'

/** Arguments of `research --queue`. What names a topic is refused: the queue has its own. */
export type ResearchQueueOptions = Pick<
  InputOf<'research.queue'>,
  'depth' | 'podcast' | 'space' | 'threshold' | 'index'
> & {
  readonly subjects: readonly string[]
  readonly topic?: string | undefined
  readonly select?: readonly string[] | undefined
  readonly task?: string | undefined
  readonly in?: readonly string[] | undefined
  readonly maxCost?: number | undefined
  /** Minutes since midnight, local time; the next time that it is so late. */
  readonly until?: number | undefined
  readonly dryRun?: true | undefined
}

export async function researchWaiting(context: Context, options: ResearchQueueOptions): Promise<CommandResult> {
  refuseOthers(options)
  const space = await spaceOf(context)
  const { depth, podcast, space: folder, threshold, maxCost, until, index } = options
  if (options.dryRun === true) {
    const waiting = await space.research.waiting({ space: folder })
    return { data: waiting, lines: waitingLines(waiting) }
  }
  const data = await space.research.queue({
    depth,
    podcast,
    space: folder,
    threshold,
    max_cost: maxCost,
    ends_at: until === undefined ? undefined : nextTime(until, new Date()),
    index,
  })
  return { data, lines: queueLines(data), exitCode: data.failed.length > 0 ? 1 : 0 }
}

/** When it is next so late, in UTC. `minutes`: since midnight, local time. */
export function nextTime(minutes: number, now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const at = (days: number): Date => new Date(year, month, day + days, 0, minutes)
  return (at(0) > now ? at(0) : at(1)).toISOString()
}

function refuseOthers({ subjects, topic, select, task, in: files }: ResearchQueueOptions): void {
  const given = Object.entries({ '--topic': topic, '--select': select, '--task': task, '--in': files })
  const others = [
    ...subjects.map((subject) => JSON.stringify(subject)),
    ...given.flatMap(([name, value]) => (value === undefined ? [] : [name])),
  ]
  if (others.length === 0) return
  throw spaceError('CLI_USAGE', {
    message: `--queue does what waits in org/research_learning.org, so ${others.join(', ')} can't be given too.`,
    hint: 'Leave out --queue, or the rest.',
  })
}

function waitingLines({ file, tasks }: OutputOf<'research.waiting'>): readonly string[] {
  return [
    ...columns(tasks.map(({ topic, urls }) => ['would do', `${topic}  ${urls.join(' ')}`])),
    `${count(tasks.length, 'task')} in ${file}`,
    'dry run  nothing was asked',
  ]
}

/** What can be listened to, and why it is not more. */
export function podcastRows({
  podcasts,
  fewer_podcasts: fewer,
}: Pick<OutputOf<'research.queue'>, 'podcasts' | 'fewer_podcasts'>): readonly (readonly string[])[] {
  return [
    ...podcasts.map(({ kind, topic, audio_path: audio, script_path: script }) => [
      kind,
      `${topic}  ${audio ?? script}`,
    ]),
    ...(fewer === undefined ? [] : [['podcasts', `not two: ${fewer}`]]),
  ]
}

function queueLines(night: OutputOf<'research.queue'>): readonly string[] {
  const { runs, failed, waiting, problems, cost, briefing_path: briefing } = night
  if (briefing === undefined)
    return ['nothing waits in the research queue', ...problems.map((problem) => `note  ${problem}`)]
  return columns([
    ...runs.map(({ topic, findings, report_path: report, summary_path: summary }) => [
      topic,
      `${count(findings.length, 'finding')}  ${report ?? summary}`,
    ]),
    ...failed.map(({ topic, reason }) => [topic, `failed: ${reason}`]),
    ...podcastRows(night),
    ...waiting.map(({ title, reason }) => [title, `waits: ${reason}`]),
    ...problems.map((problem) => ['note', problem]),
    ['briefing', `${briefing}  $${cost.usd.toFixed(2)}`],
    ...takenInRows(night),
    ...undoRows(night.undo),
  ])
}
