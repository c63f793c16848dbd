import { ifCoded } from '@datacortex/errors'
import { type SpacePaths, namesIn, withLock } from '@datacortex/platform'
import { compareText } from '../dedup/deduplicate.ts'
import { readRun } from './open-run.ts'
import { isRunId, lockMs, runFiles, RunJournal, runsDirectory } from './run-files.ts'
import { sumOfCosts } from './research-run.ts'
import type { RunEvent, RunRecord, RunState } from './run-record.ts'

/** A run as a list shows it. */
export type RunSummary = Pick<RunRecord, 'id' | 'topic' | 'createdAt' | 'config'> & {
  readonly state: RunState
  readonly reason?: string | undefined
  readonly steps: number
  readonly cost_usd: number
  readonly calls: number
  /** Who was paid: sources by their ids, services that read pages, writers and voices. */
  readonly costs: readonly { readonly source: string; readonly usd: number; readonly calls: number }[]
}

/**
 * All runs of a space, newest first. A run that can't be read is passed over.
 * @example (await listRuns(paths)).filter(({ state }) => state === 'interrupted')
 */
export async function listRuns(paths: SpacePaths): Promise<readonly RunSummary[]> {
  const names = await namesIn(runsDirectory(paths))
  const runs = await Promise.all(
    names.filter(isRunId).map(async (id) => await summaryOf(paths, id).catch(ifCoded(undefined))),
  )
  return runs
    .filter((run) => run !== undefined)
    .sort((a, b) => compareText(b.createdAt, a.createdAt) || compareText(a.id, b.id))
}

/** How far one run is. @throws `RESEARCH_RUN_UNKNOWN`, `RESEARCH_RUN_BROKEN`, `PLATFORM_FILE_UNREADABLE` */
export async function summaryOf(paths: SpacePaths, id: string): Promise<RunSummary> {
  const { topic, createdAt, config } = await readRun(paths, id)
  const files = runFiles(paths, id)
  const events = await new RunJournal(files.journal).read()
  const done = events.filter((event) => event.type === 'done')
  const paid = done.filter((step) => step.calls > 0 || step.usd > 0)
  const { usd, calls } = sumOfCosts(done)
  const last = events.findLast((event) => event.type === 'state')
  return {
    id,
    topic,
    createdAt,
    config,
    state: await stateOf(last, files.lock),
    ...(last?.reason === undefined ? {} : { reason: last.reason }),
    steps: done.length,
    cost_usd: usd,
    calls,
    costs: [...Map.groupBy(paid, sourceOf)].map(([source, steps]) => ({ source, ...sumOfCosts(steps) })),
  }
}

function sourceOf({ phase, key }: Pick<Extract<RunEvent, { type: 'done' }>, 'phase' | 'key'>): string {
  return phase === 'discover' ? key : phase === 'gather' ? 'readers of pages' : phase === 'audio' ? 'voices' : 'writer'
}

/** A run that says it is running has been killed if nobody holds its lock. */
async function stateOf(last: Extract<RunEvent, { type: 'state' }> | undefined, lock: string): Promise<RunState> {
  if (last !== undefined && last.state !== 'running') return last.state
  return await withLock(lock, () => Promise.resolve('interrupted' as const), { timeoutMs: lockMs }).catch(
    ifCoded('running', 'PLATFORM_LOCK_TIMEOUT'),
  )
}
