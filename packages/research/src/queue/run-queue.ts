import { CodedError } from '@datacortex/errors'
import { Budget, type BudgetLimits } from '@datacortex/sources'
import { readOrg } from '../gtd/read-org.ts'
import { linesOfWordless, researchQueue } from '../gtd/research-queue.ts'
import { forbiddenBy } from '../pipeline/domain-rules.ts'
import type { ResearchConfig } from '../pipeline/research-options.ts'
import type { ResearchPorts } from '../pipeline/research-ports.ts'
import type { ResearchResult } from '../pipeline/research-result.ts'
import { type RunResearchOptions, resumeResearch } from '../pipeline/run-research.ts'
import { type RunSummary, listRuns, summaryOf } from '../runs/list-runs.ts'
import { createRun } from '../runs/open-run.ts'
import { sumOfCosts } from '../runs/research-run.ts'
import { pagesOnce } from './pages-once.ts'
import { type NightRun, type NightTask, planNight } from './plan-night.ts'
import { topicsOfLinks } from './topics-of-links.ts'
import { type NightPodcast, type QueueResult, renderBriefing, writeBriefing } from './write-briefing.ts'

export type QueueConfig = Omit<
  ResearchConfig,
  'topic' | 'urls' | 'task' | 'tasks' | 'queue' | 'select' | 'maxDocuments'
> & {
  /** Documents of the whole night: `research.max_sources_per_night`. */
  readonly maxSources: number
  /** How many of them were read for other spaces. */
  readonly readBefore?: number | undefined
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
 * Does the research that waits in the org files of a space: addresses by what their pages are about, topics one by one, within
 * the limits of a night. Each is a run of its own, marks its tasks as done, and can be resumed; the topic with most pages is
 * spoken, and so is the news of all; a morning briefing says what was found, and what is missing and why.
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
  const { now = Date.now, embed } = ports
  const { date = new Date(now()).toISOString().slice(0, 10), space } = config
  const pages = pagesOnce(ports.readPage)
  const own: ResearchPorts = { ...ports, readPage: pages.readPage, choose: undefined }
  const night = new Night(config, own, options)
  for (const run of await runsOfNight(ports, { date, space })) {
    signal.throwIfAborted()
    if (run.state === 'failed') night.fail(run)
    else await night.work(run)
  }
  const { tasks, problems } = await readQueue(config, ports)
  // What could not be read an hour ago can't be read now.
  const open = tasks.filter(({ failedOn }) => failedOn !== date)
  const { runs, waiting, cut } = await planNight(open, {
    maxSources: night.sourcesLeft,
    topicsOf: async (links) => {
      const urls = links.flatMap((link) => link.urls).filter((url) => forbiddenBy(config, url) === undefined)
      const seen = await pages.look(urls, { budget: new Budget(night.budgetLeft()), signal })
      return await topicsOfLinks(links, { pages: seen, embed, signal })
    },
  })
  const late: NightTask[] = []
  for (const run of runs) {
    signal.throwIfAborted()
    const budget = night.budgetLeft()
    if (budget.minutes <= 0) late.push(...run.tasks)
    else
      await night.begin(
        configOf(run, { config: { ...config, podcast: config.podcast && !night.hasDive }, budget, date }),
      )
  }
  await night.tellNews(date)
  const left = (reason: string) => (task: NightTask) => ({
    title: task.topic,
    file: task.file,
    heading: task.heading.title,
    reason,
  })
  const result: QueueResult = {
    date,
    runs: night.results,
    failed: night.failed,
    podcasts: night.podcasts,
    fewer_podcasts: night.whyFewerPodcasts(),
    waiting: [
      ...late.map(left('the time of the night was over')),
      ...waiting.map(left(`a night reads ${config.maxSources} documents at most`)),
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
    briefing_path: await writeBriefing(renderBriefing(result), { date, space, at: now(), ports, signal }),
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
  readonly #news: { readonly result: ResearchResult; readonly of: readonly string[] }[] = []
  /** Of runs without a result. */
  readonly #lost = { usd: 0, calls: 0 }

  constructor(config: QueueConfig, ports: ResearchPorts, options: RunResearchOptions) {
    this.#config = config
    this.#ports = ports
    this.#options = options
  }

  get cost(): QueueResult['cost'] {
    const costs = [this.#lost, ...this.results.map(({ cost }) => cost), ...this.#news.map(({ result }) => result.cost)]
    return sumOfCosts(costs)
  }

  get sourcesLeft(): number {
    const { maxSources, readBefore = 0 } = this.#config
    return Math.max(0, maxSources - readBefore - this.results.reduce((sum, { found }) => sum + found.selected, 0))
  }

  /** Whether a topic that said something was spoken; those with most pages are read first. */
  get hasDive(): boolean {
    return this.results.some(({ script_path: script, findings }) => script !== undefined && findings.length > 0)
  }

  get podcasts(): QueueResult['podcasts'] {
    const of = (kind: NightPodcast['kind']) => (one: ResearchResult) => ({
      kind,
      topic: one.topic,
      script_path: one.script_path ?? '',
      audio_path: one.audio_path,
    })
    const spoken = this.results.filter(({ script_path: script }) => script !== undefined)
    return [...this.#news.map(({ result }) => of('news')(result)), ...spoken.map(of('deep dive'))]
  }

  /** Why there are not two podcasts; undefined if there are. */
  whyFewerPodcasts(): string | undefined {
    const { podcasts, results } = this
    const isHeard = (kind: NightPodcast['kind']): boolean =>
      podcasts.some((one) => one.kind === kind && one.audio_path !== undefined)
    if (isHeard('news') && isHeard('deep dive')) return undefined
    if (!this.#config.podcast) return 'podcasts are switched off'
    const telling = results.filter(({ findings }) => findings.length > 0)
    if (telling.length === 0) return 'nothing was found that a voice could say'
    const silent = [...results, ...this.#news.map(({ result }) => result)]
      .flatMap(({ problems }) => problems)
      .find((problem) => problem.startsWith('there is a script and no audio'))
    if (silent !== undefined) return silent
    return telling.length === 1
      ? 'only one topic was found, and the news would say the same'
      : 'the time of the night was over'
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

  /** Speaks what several topics found that no news has yet. */
  async tellNews(date: string): Promise<void> {
    const known = new Set(this.#news.flatMap((one) => one.of))
    const news = this.results
      .filter(({ run, findings }) => findings.length > 0 && !known.has(run))
      .map(({ run }) => run)
    const budget = this.budgetLeft()
    if (!this.#config.podcast || news.length < 2 || budget.minutes <= 0) return
    const run: NightRun = { topic: `Daily news ${date}`, urls: [], tasks: [], maxDocuments: 0 }
    await this.begin({ ...configOf(run, { config: this.#config, budget, date }), news })
  }

  async begin(config: ResearchConfig): Promise<void> {
    const { paths, now } = this.#ports
    await this.work(await createRun(paths, { topic: config.topic, config: { ...config }, now }))
  }

  /** A run that fails takes no other one with it; a full disk would fail all. */
  async work({ id, config: { news } }: Pick<RunSummary, 'id' | 'config'>): Promise<void> {
    try {
      const result = await resumeResearch(id, this.#ports, this.#options)
      if (Array.isArray(news)) this.#news.push({ result, of: news as readonly string[] })
      else this.results.push(result)
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

async function runsOfNight(
  { paths }: ResearchPorts,
  { date, space }: { readonly date: string; readonly space: string },
): Promise<readonly RunSummary[]> {
  const runs = (await listRuns(paths)).filter(({ config }) => config['space'] === space)
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
  const {
    maxSources: _maxSources,
    readBefore: _readBefore,
    files: _files,
    endsAt: _endsAt,
    date: _date,
    allows: _allows,
    ...own
  } = config
  const asked = tasks.map(({ file, heading, urls }) => ({ file, title: heading.title, urls }))
  return { ...own, ...run, budget, queue: date, tasks: asked }
}
