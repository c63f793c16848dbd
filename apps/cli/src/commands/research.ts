import type { ResearchConfig, ResearchResult } from '@datacortex/research'
import type { Settings } from '@datacortex/platform'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { UsageError } from '../errors.ts'
import { interruptedResearch } from '../interrupted/interrupted-research.ts'
import { openResearch } from '../knowledge/open-research.ts'
import { chooseSpaceFolder } from '../arguments/space-folder.ts'
import { chooseOnTerminal } from '../output/choose-candidates.ts'
import { researchLines } from '../output/research-lines.ts'
import { takenInField } from '../output/taken-in-rows.ts'
import { undoField } from '../output/undo-rows.ts'
import { takeInNotes } from '../indexing/take-in-notes.ts'
import { tellInterrupted } from '../interrupted/tell-interrupted.ts'
import { researchPlan } from './research-plan.ts'
import type { ResearchSubjects } from './research-subjects.ts'
import { subjectsOf } from './research-subjects.ts'
import { taskOf } from './research-task.ts'

/** Arguments of `research`. */
export type ResearchOptions = {
  readonly subjects: readonly string[]
  readonly topic?: string | undefined
  readonly depth: 'quick' | 'standard' | 'deep'
  readonly podcast?: true | undefined
  readonly space: string
  /** `all`, or numbers with commas between them. */
  readonly select?: readonly string[] | undefined
  readonly threshold?: number | undefined
  /** The org task that asked for it: `FILE::TITLE`. */
  readonly task?: string | undefined
  readonly maxCost?: number | undefined
  /** Of `--queue` only. */
  readonly until?: number | undefined
  readonly index: boolean
  readonly dryRun?: true | undefined
  /** Why the agent that this is run for may not be shown a path of the space; a person may see everything. */
  readonly closed?: ((path: string) => string | undefined) | undefined
}

/**
 * `datacortex research TOPIC|URL…`: asks every source, gathers and quotes, and leaves a report, notes and tasks.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws UsageError if there is neither a topic nor an address, or no such space or task.
 */
export async function research(context: Context, options: ResearchOptions): Promise<CommandResult> {
  if (options.until !== undefined)
    throw new UsageError({ message: '--until ends a night of --queue.', hint: 'Leave out --until, or add --queue.' })
  const paths = await spaceOf(context)
  const space = await chooseSpaceFolder(paths, options.space)
  const subjects = subjectsOf(options)
  const task = await taskOf(paths, { task: options.task, space })
  const { documentsByDepth, runResearch } = await import('@datacortex/research')
  const done = await (async (): Promise<{ result: ResearchResult; undo: string | undefined } | CommandResult> => {
    await using opened = await openResearch(paths, context, {
      space,
      choose: chooseOnTerminal(context),
      robots: subjects.urls.length === 0,
      taskFiles: task === undefined ? [] : [task.file],
      closed: options.closed,
      dryRun: options.dryRun,
    })
    const { settings, catalogue } = opened.knowledge
    const config = configOf({ ...options, space }, { settings, most: documentsByDepth[options.depth], subjects, task })
    if (options.dryRun === true) return await researchPlan(config, opened.ports)
    const { personal, org } = catalogue.registry.knowledgeLocations
    const { signal } = context
    const result = await tellInterrupted(
      async () => await runResearch(config, opened.ports, { signal, locations: { personal, org } }),
      { signal, told: async () => await interruptedResearch(paths) },
    )
    return { result, undo: opened.knowledge.undoName() }
  })()
  if ('lines' in done) return done
  const { result, undo } = done
  const taken = options.index ? await takeInNotes(paths, context, { undo }) : undefined
  return {
    data: { ...result, ...undoField(undo), ...takenInField(taken) },
    lines: researchLines(result, { undo, taken }),
  }
}

function configOf(
  options: ResearchOptions,
  {
    settings,
    most,
    subjects,
    task,
  }: {
    readonly settings: Settings
    readonly most: number
    readonly subjects: ResearchSubjects
    readonly task: ResearchConfig['task']
  },
): ResearchConfig {
  const { research: own } = settings
  return {
    ...subjects,
    depth: options.depth,
    podcast: options.podcast ?? own.podcast.auto_generate,
    space: options.space,
    threshold: options.threshold ?? own.relevance_threshold,
    maxDocuments: Math.min(own.max_sources_per_night, most),
    budget: { ...own.budget, ...(options.maxCost === undefined ? {} : { usd: options.maxCost }) },
    allowDomains: own.allow_domains,
    denyDomains: own.deny_domains,
    ...(task === undefined ? {} : { task }),
  }
}
