import { CodedError } from '@datacortex/errors'
import type { BudgetLimits } from '@datacortex/sources'
import { readOrg } from '../gtd/read-org.ts'
import { linesOfWordless, researchQueue } from '../gtd/research-queue.ts'
import type { ResearchConfig } from '../pipeline/research-options.ts'
import type { ResearchPorts } from '../pipeline/research-ports.ts'
import type { ResearchResult } from '../pipeline/research-result.ts'
import { type RunResearchOptions, resumeResearch } from '../pipeline/run-research.ts'
import { type RunSummary, listRuns, summaryOf } from '../runs/list-runs.ts'
import { createRun } from '../runs/open-run.ts'
import { type NightRun, type NightTask, planNight } from './plan-night.ts'
import { type QueueResult, renderBriefing, writeBriefing } from './write-briefing.ts'

export type QueueConfig = Omit<
  ResearchConfig,
  'topic' | 'urls' | 'task' | 'tasks' | 'queue' | 'select' | 'maxDocuments'
> & {
  /** Documents of the whole night: `research.max_sources_per_night`. */
  readonly maxSources: number
  /** Org files relative to the space; `<space>/org/research_learning.org` if absent. */
  readonly files?: readonly string[] | undefined
  /** Milliseconds since 1970, UTC, at which the last run has to be over, such as 6 in the morning. */
  readonly endsAt?: number | undefined
  /** The day that it is known by; that of today in UTC if absent. */
  readonly date?: string | undefined
  /** Which tasks are done; all if absent. A night that nobody watches does those that its user approved. */
  readonly allows?: ((task: Pick<NightTask, 'file' | 'heading'>) => boolean) | undefined
}

/**
 * Does the research that waits in the org files of a space: addresses by topic, topics one by one, within the limits of
 * a night. Each is a run of its own, marks its tasks as done, and can be resumed; a morning briefing says what was
 * found, and what is missing and why.
 *
 * Called again on the same day it goes on: runs that were interrupted are resumed first, and the briefing is made anew.
 * @throws `PLATFORM_FILE_UNWRITABLE` if the disk is full; the reason of the signal when aborted.
 * @example await runQueue({ ...config, maxSources: 20 }, ports, { signal })
 */
export async function runQueue(
  config: QueueConfig,
  ports: ResearchPorts,
  options: RunResearchOptions,
): Promise<QueueResult> {
  const { signal } = options
  const { now = Date.now } = ports
  const { date = new Date(now()).toISOString().slice(0, 10) } = config
  const own: ResearchPorts = { ...ports, choose: undefined }
  const night = new Night(config, own, options)
  for (const run of await runsOfNight(ports, date)) {
    signal.throwIfAborted()
    if (run.state === 'failed') night.fail(run)
    else await night.work(run)
  }
  const { tasks, problems } = await readQueue(config, ports)
  // What could not be read an hour ago can't be read now.
  const open = tasks.filter(({ failedOn }) => failedOn !== date)
  const { runs, waiting, cut } = planNight(open, { maxSources: night.sourcesLeft, news: `Daily news ${date}` })
  const late: NightTask[] = []
  for (const run of runs) {
    signal.throwIfAborted()
    const budget = night.budgetLeft()
    if (budget.minutes <= 0) late.push(...run.tasks)
    else await night.begin(configOf(run, { config, budget, date }))
  }
  const result: QueueResult = {
    date,
    runs: night.results,
    failed: night.failed,
    waiting: [
      ...late.map(({ topic }) => ({ title: topic, reason: 'the time of the night was over' })),
      ...waiting.map(({ topic }) => ({ title: topic, reason: `a night reads ${config.maxSources} documents at most` })),
    ],
    cost: night.cost,
    problems: [
      ...problems,
      ...cut.map(
        ({ task, unread }) => `${unread} of the ${task.urls.length} addresses of "${task.topic}" were not read`,
      ),
    ],
  }
  const isEmpty = result.runs.length + result.failed.length + result.waiting.length + result.problems.length === 0
  if (isEmpty) return result
  return {
    ...result,
    briefing_path: await writeBriefing(renderBriefing(result), { date, space: config.space, at: now(), ports, signal }),
  }
}

/** What was done of a night so far, and what is left of its limits. */
class Night {
  readonly results: ResearchResult[] = []
  readonly failed: { readonly topic: string; readonly reason: string }[] = []
  readonly #config: QueueConfig
  readonly #ports: ResearchPorts
  readonly #options: RunResearchOptions
  readonly #beganAt = performance.now()
  /** Of runs without a result. */
  readonly #lost = { usd: 0, calls: 0 }

  constructor(config: QueueConfig, ports: ResearchPorts, options: RunResearchOptions) {
    this.#config = config
    this.#ports = ports
    this.#options = options
  }

  get cost(): QueueResult['cost'] {
    const costs = [this.#lost, ...this.results.map(({ cost }) => cost)]
    const usd = costs.reduce((sum, cost) => sum + cost.usd, 0)
    return { usd: Math.round(usd * 1e9) / 1e9, calls: costs.reduce((sum, { calls }) => sum + calls, 0) }
  }

  get sourcesLeft(): number {
    return Math.max(0, this.#config.maxSources - this.results.reduce((sum, { found }) => sum + found.selected, 0))
  }

  budgetLeft(): BudgetLimits {
    const { budget, endsAt = Number.POSITIVE_INFINITY } = this.#config
    const minutes = budget.minutes - (performance.now() - this.#beganAt) / 60_000
    return {
      usd: Math.max(0, budget.usd - this.cost.usd),
      calls: Math.max(0, budget.calls - this.cost.calls),
      minutes: Math.min(minutes, (endsAt - (this.#ports.now ?? Date.now)()) / 60_000),
    }
  }

  async begin(config: ResearchConfig): Promise<void> {
    const { paths, now } = this.#ports
    await this.work(await createRun(paths, { topic: config.topic, config: { ...config }, now }))
  }

  /** A run that fails takes no other one with it; a full disk would fail all. */
  async work({ id }: Pick<RunSummary, 'id'>): Promise<void> {
    try {
      this.results.push(await resumeResearch(id, this.#ports, this.#options))
    } catch (error) {
      if (!CodedError.is(error) || error.code === 'PLATFORM_FILE_UNWRITABLE') throw error
      this.fail({ ...(await summaryOf(this.#ports.paths, id)), reason: error.message })
    }
  }

  /** What it has spent is spent all the same. */
  fail({ topic, reason = 'it failed', cost_usd: usd, calls }: RunSummary): void {
    this.failed.push({ topic, reason })
    this.#lost.usd += usd
    this.#lost.calls += calls
  }
}

async function runsOfNight({ paths }: ResearchPorts, date: string): Promise<readonly RunSummary[]> {
  const runs = await listRuns(paths)
  // Those of another night are gone on with as well if they were stopped, so that their tasks don't wait for ever.
  return runs
    .filter(({ state, config: { queue } }) => queue === date || (queue !== undefined && state === 'interrupted'))
    .toReversed()
}

async function readQueue(
  { space, files = [`${space}/org/research_learning.org`], allows = () => true }: QueueConfig,
  { readFile }: ResearchPorts,
): Promise<{ readonly tasks: readonly NightTask[]; readonly problems: readonly string[] }> {
  const tasks: NightTask[] = []
  const problems: string[] = []
  for (const file of files) {
    const text = await readFile(file)
    if (text === undefined) continue
    const org = readOrg(text)
    for (const { line, message } of org.problems) problems.push(`${file}:${line}: ${message}`)
    for (const line of linesOfWordless(org)) problems.push(`${file}:${line}: this task has no words to look for`)
    const isResearchFile = /(?:^|\/)research[^/]*\.org$/.test(file)
    for (const task of researchQueue(org, { isResearchFile }))
      if (allows({ ...task, file })) tasks.push({ ...task, file })
  }
  return { tasks, problems }
}

function configOf(
  { tasks, ...run }: NightRun,
  { config, budget, date }: { config: QueueConfig; budget: BudgetLimits; date: string },
): ResearchConfig {
  const { maxSources: _maxSources, files: _files, endsAt: _endsAt, date: _date, allows: _allows, ...own } = config
  const asked = tasks.map(({ file, heading, urls }) => ({ file, title: heading.title, urls }))
  return { ...own, ...run, budget, queue: date, tasks: asked }
}
