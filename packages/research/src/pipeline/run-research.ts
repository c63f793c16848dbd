import { basename, dirname } from 'node:path'
import { CodedError, redact, thrownText } from '@datacortex/errors'
import type { NoteLocations } from '@datacortex/notes'
import { schemaIssues } from '@datacortex/platform'
import type { HookPayloads, HookPoint } from '@datacortex/plugin'
import { type BudgetLimit, Budget, budgetWords } from '@datacortex/sources'
import { researchError } from '../errors.ts'
import { createRun, withRun } from '../runs/open-run.ts'
import type { Phase, RunRecord } from '../runs/run-record.ts'
import { wholeRun } from '../runs/stored-synthesis.ts'
import { checkSynthesis } from '../synthesis/check-synthesis.ts'
import type { ResearchCandidate } from './candidate.ts'
import { composeResult, stateOf } from './compose-result.ts'
import { readAddresses, skippedSentences } from './describe-sources.ts'
import { type Discovery, discover, isGiven } from './discover.ts'
import { fileEditor } from './file-editor.ts'
import { gather } from './gather.ts'
import { makePodcast } from './make-podcast.ts'
import { markTasks } from './mark-tasks.ts'
import { nothingRead } from './nothing-read.ts'
import { processDocuments } from './process-documents.ts'
import { rankCandidates } from './rank-candidates.ts'
import { researchFiles } from './research-files.ts'
import { ResearchConfig } from './research-options.ts'
import type { ResearchPorts, RunInProgress } from './research-ports.ts'
import { type ResearchResult, withRemoved } from './research-result.ts'
import { selectCandidates } from './select-candidates.ts'
import { storeOutputs } from './store-outputs.ts'
import { synthesiseRun } from './synthesise-run.ts'
import { tellNews } from './tell-news.ts'
import { writeTexts } from './write-texts.ts'

/** How a run is worked on. */
export type RunResearchOptions = {
  readonly signal: AbortSignal
  /** `knowledge_locations` of agents.yaml. */
  readonly locations?: NoteLocations | undefined
}

export type ResumeResearchOptions = RunResearchOptions & {
  /** In the place of what the run was begun with; ignored once candidates are chosen. */
  readonly select?: ResearchConfig['select']
}

/**
 * Begins a run of research and works on it to its end: discover, select, gather, process, synthesise, audio, store.
 *
 * A source or a document that fails is named in the result and stops nothing. A run that is killed or aborted, or that
 * read nothing at all, is gone on with by {@link resumeResearch}.
 * @returns What was found and where it lies; `partial` if a budget ended it early.
 * @throws `RESEARCH_NOTHING_READ` if nothing was read: nothing is written then but why, into the task that asked.
 * @example const { report_path } = await runResearch(config, ports, { signal })
 */
export async function runResearch(
  config: ResearchConfig,
  ports: ResearchPorts,
  options: RunResearchOptions,
): Promise<ResearchResult> {
  const { paths, now } = ports
  const { id } = await createRun(paths, { topic: config.topic, config: { ...config }, now })
  return await resumeResearch(id, ports, options)
}

/**
 * Goes on with a run where it was: what was paid for is not paid for again, and the report is the same as without the
 * interruption. A run that is done gives its result again, and says which of its files are gone.
 * @throws `RESEARCH_RUN_UNKNOWN`, `RESEARCH_RUN_BROKEN`, `RESEARCH_RUN_BUSY`; `RESEARCH_SELECTION_INVALID` if a
 *   number is selected that no candidate has; `PLATFORM_FILE_UNWRITABLE` if the disk is
 *   full: the run goes on from there later.
 * @throws The reason of the signal when aborted.
 * @example await resumeResearch('r-7f3a12bc', ports, { signal })
 */
export async function resumeResearch(
  id: string,
  ports: ResearchPorts,
  { signal, locations, select }: ResumeResearchOptions,
): Promise<ResearchResult> {
  const { paths, now } = ports
  return await withRun(
    paths,
    id,
    async (run) => {
      const kept = await run.output<ResearchResult>(wholeRun)
      if (kept !== undefined) {
        if (run.state !== kept.state) await run.tell(kept.state, kept.problems[0])
        return await withRemoved(kept, paths)
      }
      const config = { ...configOf(run.record), ...(select === undefined ? {} : { select }) }
      const { spent, refused } = run
      const budget = new Budget(config.budget, { spent, refused, onRefused: (limit) => run.refuse(limit) })
      await run.tell('running')
      try {
        const progress = { run, config, ports, budget, signal }
        const result = await run.keep<ResearchResult>(wholeRun, async () =>
          config.news === undefined ? await work(progress, locations) : await tellNews(progress, locations),
        )
        await run.tell(result.state, result.problems[0])
        return result
      } catch (error) {
        // A full disk can't be reported on that disk.
        const state = CodedError.is(error, 'RESEARCH_NOTHING_READ') ? 'failed' : 'interrupted'
        await run.tell(state, thrownText(error)).catch(() => {})
        throw error
      }
    },
    { now, signal },
  )
}

function configOf({ id, config }: RunRecord): ResearchConfig {
  const result = ResearchConfig.safeParse(config)
  if (result.success) return result.data
  const reason = `run.json: ${schemaIssues(result.error).join('; ')}`
  throw researchError('RESEARCH_RUN_BROKEN', { id, reason }, { cause: result.error })
}

async function work(progress: RunInProgress, locations: NoteLocations | undefined): Promise<ResearchResult> {
  const { run, config, ports } = progress
  const { id } = run.record
  const { topic, depth } = config
  await emitOnce('pre_research', { run: id, topic, depth }, { ...progress, phase: 'discover' })
  const discovery = await discover(progress)
  const candidates = await candidatesOf(discovery, progress)
  const selection = await selectCandidates(candidates, progress)
  const gathered = await gather(selection.chosen.filter(isReadable), progress)
  const found = { discovery, candidates, selection, gathered }
  if (gathered.documents.length === 0 && selection.chosen.every(isReadable)) {
    const outcome = readAddresses(candidates, found)
    await markTasks(outcome, { ...progress, editor: fileEditor(progress) })
    throw await nothingRead(found, progress)
  }
  const processed = await processDocuments(gathered.documents, progress)
  const { documents } = gathered
  const made = await synthesiseRun(
    { candidates: selection.chosen, documents, notes: discovery.notes, processed },
    progress,
  )
  const snapshots = documents.map(({ snapshot }) => snapshot)
  const checked = checkSynthesis(made.synthesis, snapshots)
  const { synthesis } = checked
  const files = await researchFiles(progress, locations)
  const reachedLimit = await limitSoFar(progress)
  const turns = await writeTexts(
    {
      files,
      synthesis,
      snapshots,
      date: run.record.createdAt.slice(0, 10),
      knowledge: processed,
      skipped: [
        ...(reachedLimit === undefined
          ? []
          : [`The run ended early: the budget of ${budgetWords[reachedLimit]} is spent.`]),
        ...skippedSentences(discovery, gathered),
        ...processed.unwritten,
      ],
    },
    progress,
  )
  const actionItems = [...new Set([...synthesis.actionItems, ...processed.actionItems])]
  const { summary: summaryPath, report: reportPath } = files
  await emitOnce(
    'post_synthesize',
    { run: run.record.id, topic, summary_path: summaryPath, report_path: reportPath, action_items: actionItems },
    { ...progress, phase: 'synthesise' },
  )
  const audio = await makePodcast(turns, { ...progress, files, findings: synthesis.findings })
  const { literatureNotes, actionNotes } = processed
  const addresses = readAddresses(candidates, { ...found, results: processed.results })
  const stored = await storeOutputs(
    { files, synthesis, actionItems, actionNotes, literatureNotes, ...addresses },
    progress,
  )
  ports.onProgress?.({ run: run.record.id, phase: 'store', done: 1, total: 1, subject: summaryPath })
  const limit = reachedLimit ?? progress.budget.reached
  const outputs = [summaryPath, reportPath, audio.path].filter((path) => path !== undefined)
  await emitOnce(
    'research_complete',
    { run: id, topic, status: stateOf(limit), cost_usd: run.spent.usd, outputs: [...outputs, ...stored.changed] },
    { ...progress, phase: 'store' },
  )
  return composeResult(
    {
      ...found,
      processed,
      made,
      checked,
      actionItems,
      files,
      audio,
      unread: addresses.unread,
      storingProblems: stored.problems,
      limit,
      locations,
    },
    progress,
  )
}

/** Part of the run, so that a resumed one writes the same report. */
async function limitSoFar({ run, budget }: RunInProgress): Promise<BudgetLimit | undefined> {
  const reached = (): Promise<{ limit?: BudgetLimit | undefined }> => Promise.resolve({ limit: budget.reached })
  return (await run.keep({ phase: 'synthesise', key: 'limit' }, reached)).limit
}

async function candidatesOf({ answers }: Discovery, progress: RunInProgress): Promise<readonly ResearchCandidate[]> {
  const { run, config, ports, signal } = progress
  if (isGiven(config)) {
    const given = { score: 1, copies: [], merged: [] }
    const pages = [...new Set(config.urls)].map((url) => ({ ...given, title: redact(url), url, foundBy: [] }))
    // The files of a folder are one voice, unless they name a work that they are.
    const files = [...new Set(config.files)].map((file) => {
      return { ...given, title: basename(file), file, foundBy: [{ source: basename(dirname(file)) }] }
    })
    return [...pages, ...files].map((one, place) => ({ id: `d${place + 1}`, ...one }))
  }
  const rank = async () => await rankCandidates(config.topic, answers, { embed: ports.embed, signal })
  return await run.keep({ phase: 'discover', key: 'works' }, rank)
}

/** Metrics are a table of the report, and no document to be read. */
function isReadable({ data }: ResearchCandidate): boolean {
  return data === undefined
}

/** Tells subscribers of a point once in a run; only a kill between that and its line in the journal makes it twice. */
async function emitOnce<Point extends HookPoint>(
  point: Point,
  payload: HookPayloads[Point],
  { run, ports, signal, phase }: RunInProgress & { phase: Phase },
): Promise<void> {
  await run.keep({ phase, key: `hook ${point}` }, async () => {
    await ports.hooks?.emit(point, payload, { signal })
    return point
  })
}
