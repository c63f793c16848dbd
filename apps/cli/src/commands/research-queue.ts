import { join } from 'node:path'
import type { QueueResult } from '@datacortex/research'
import type { SpacePaths } from '@datacortex/platform'
import { readTextFile } from '@datacortex/platform'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { UsageError } from '../errors.ts'
import { interruptedResearch } from '../interrupted/interrupted-research.ts'
import { openResearch } from '../knowledge/open-research.ts'
import { chooseSpaceFolder } from '../arguments/space-folder.ts'
import { columns, count } from '../output/format.ts'
import { takenInField, takenInRows } from '../output/taken-in-rows.ts'
import { undoField, undoRows } from '../output/undo-rows.ts'
import type { TakenIn } from '../indexing/take-in-notes.ts'
import { takeInNotes } from '../indexing/take-in-notes.ts'
import { tellInterrupted } from '../interrupted/tell-interrupted.ts'

/** Arguments of `research --queue`. What names a topic is refused: the queue has its own. */
export type ResearchQueueOptions = {
  readonly subjects: readonly string[]
  readonly topic?: string | undefined
  readonly select?: readonly string[] | undefined
  readonly task?: string | undefined
  readonly depth: 'quick' | 'standard' | 'deep'
  readonly podcast?: true | undefined
  readonly space: string
  readonly threshold?: number | undefined
  readonly maxCost?: number | undefined
  /** Minutes since midnight, local time; the next time that it is so late. */
  readonly until?: number | undefined
  readonly index: boolean
  readonly dryRun?: true | undefined
}

/**
 * `datacortex research --queue`: does the research that waits in `org/research_learning.org`, and leaves a briefing.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link UsageError} if a topic, an address, a selection or a task is given too, or there is no such space.
 * @see DIP-0021 §3.2
 */
export async function researchWaiting(context: Context, options: ResearchQueueOptions): Promise<CommandResult> {
  refuseOthers(options)
  const paths = await spaceOf(context)
  const space = await chooseSpaceFolder(paths, options.space)
  if (options.dryRun === true) return await waiting(paths, space)
  const { runQueue } = await import('@datacortex/research')
  const { depth, podcast, threshold, maxCost, until } = options
  const { result, undo } = await (async (): Promise<{ result: QueueResult; undo: string | undefined }> => {
    // Nobody named the addresses one by one.
    await using opened = await openResearch(paths, context, { space, robots: true })
    const { settings, catalogue } = opened.knowledge
    const { research: own } = settings
    const { personal, org } = catalogue.registry.knowledgeLocations
    const config = {
      depth,
      space,
      podcast: podcast ?? own.podcast.auto_generate,
      threshold: threshold ?? own.relevance_threshold,
      budget: { ...own.budget, ...(maxCost === undefined ? {} : { usd: maxCost }) },
      allowDomains: own.allow_domains,
      denyDomains: own.deny_domains,
      maxSources: own.max_sources_per_night,
      ...(until === undefined ? {} : { endsAt: nextTime(until, new Date()) }),
    }
    const { signal } = context
    const night = await tellInterrupted(
      async () => await runQueue(config, opened.ports, { signal, locations: { personal, org } }),
      { signal, told: async () => await interruptedResearch(paths, { next: 'datacortex research --queue' }) },
    )
    return { result: night, undo: opened.knowledge.undoName() }
  })()
  const isIndexed = options.index && result.runs.length > 0
  const taken = isIndexed ? await takeInNotes(paths, context, { undo }) : undefined
  return {
    data: { ...result, ...undoField(undo), ...takenInField(taken) },
    lines: queueLines(result, { undo, taken }),
    exitCode: result.failed.length > 0 ? 1 : 0,
  }
}

/**
 * When it is next so late, in milliseconds since 1970.
 *
 * @param minutes - Since midnight, local time.
 * @param now - From which on.
 */
export function nextTime(minutes: number, now: Date): number {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const at = (days: number): number => new Date(year, month, day + days, 0, minutes).getTime()
  return at(0) > now.getTime() ? at(0) : at(1)
}

function refuseOthers({ subjects, topic, select, task }: ResearchQueueOptions): void {
  const given = Object.entries({ '--topic': topic, '--select': select, '--task': task })
  const others = [
    ...subjects.map((subject) => JSON.stringify(subject)),
    ...given.flatMap(([name, value]) => (value === undefined ? [] : [name])),
  ]
  if (others.length === 0) return
  throw new UsageError({
    message: `--queue does what waits in org/research_learning.org, so ${others.join(', ')} can't be given too.`,
    hint: 'Leave out --queue, or the rest.',
  })
}

async function waiting(paths: SpacePaths, space: string): Promise<CommandResult> {
  const { readOrg, researchQueue } = await import('@datacortex/research')
  const file = `${space}/org/research_learning.org`
  const read = await readTextFile(join(paths.root, file))
  const tasks = researchQueue(readOrg(read.ok ? read.text : ''), { isResearchFile: true })
  return {
    data: { dry_run: true, file, tasks: tasks.map(({ topic, urls }) => ({ topic, urls })) },
    lines: [
      ...columns(tasks.map(({ topic, urls }) => ['would do', `${topic}  ${urls.join(' ')}`])),
      `${count(tasks.length, 'task')} in ${file}`,
      'dry run  nothing was asked',
    ],
  }
}

function queueLines(
  { runs, failed, waiting, problems, cost, briefing_path: briefing }: QueueResult,
  { undo, taken }: { readonly undo: string | undefined; readonly taken: TakenIn | undefined },
): readonly string[] {
  if (briefing === undefined)
    return ['nothing waits in the research queue', ...problems.map((problem) => `note  ${problem}`)]
  return columns([
    ...runs.map(({ topic, findings, report_path: report, summary_path: summary }) => [
      topic,
      `${count(findings.length, 'finding')}  ${report ?? summary}`,
    ]),
    ...failed.map(({ topic, reason }) => [topic, `failed: ${reason}`]),
    ...waiting.map(({ title, reason }) => [title, `waits: ${reason}`]),
    ...problems.map((problem) => ['note', problem]),
    ['briefing', `${briefing}  $${cost.usd.toFixed(2)}`],
    ...takenInRows(taken),
    ...undoRows(undo),
  ])
}
