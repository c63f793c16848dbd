import type { SpacePaths } from '@datacortex/platform'
import type { LogView } from '../log/read-log.ts'
import { readRuns } from '../performance/read-runs.ts'
import { knownMachines } from './known-machines.ts'
import { otherFolder } from './sync-log.ts'
import { type SyncRows, metricsOf, rowKey, rowsIn } from './sync-rows.ts'
import { type SyncStreams, readStreams } from './sync-streams.ts'

/** A machine that pushed something which is here. */
export type OtherMachine = {
  readonly id: string
  readonly executions: number
  /** Whether its user said that it is one of theirs. */
  readonly counted: boolean
}

/**
 * The machines that pushed something which is here.
 * @example (await otherMachines(paths)).filter(({ counted }) => counted).length
 */
export async function otherMachines(paths: SpacePaths): Promise<readonly OtherMachine[]> {
  const known = await knownMachines()
  const streams = Map.groupBy(await readStreams(otherFolder(paths)), ([stream]) => stream.slice(0, 32))
  return [...streams].map(([id, own]) => ({
    id,
    executions: new Set(rowsOf(new Map(own)).executions.map((one) => one.id)).size,
    counted: known.has(id),
  }))
}

/**
 * The log of this machine with those of the user's others, each entry once and in the order of their times, so that all of
 * them compute the same. Lines were checked when they came.
 * @returns The log as it is, where no other machine counts.
 */
export async function withOthers(paths: SpacePaths, log: LogView): Promise<LogView> {
  const streams = await readStreams(otherFolder(paths))
  const known = streams.size === 0 ? new Set() : await knownMachines()
  const others = rowsOf(new Map([...streams].filter(([stream]) => known.has(stream.slice(0, 32)))))
  if (others.executions.length + others.evaluations.length + others.feedback.length === 0) return log
  const own = metricsOf(log)
  const feedback = inOrder('feedback', [...own.feedback, ...others.feedback])
  const verdicts = new Map(feedback.toReversed().map((one) => [one.execution_id, one.verdict]))
  const executions = inOrder('executions', [...own.executions, ...others.executions])
  return {
    ...log,
    feedback,
    executions: executions.map((one) => ({
      ...one,
      quality: { ...one.quality, user_feedback: verdicts.get(one.id) ?? one.quality.user_feedback },
    })),
    evaluations: inOrder('evaluations', [...own.evaluations, ...others.evaluations]),
  }
}

/**
 * The runs of this machine and of the user's others, without the words in them; undefined where no other machine counts.
 * @example (await executionsEverywhere(paths))?.executions.length
 */
export async function executionsEverywhere(paths: SpacePaths, signal?: AbortSignal) {
  const others = (await otherMachines(paths)).filter(({ counted }) => counted).length
  if (others === 0) return undefined
  return { others, executions: (await withOthers(paths, await readRuns(paths, signal))).executions }
}

function rowsOf(streams: SyncStreams): SyncRows {
  const all = [...streams.values()].flat().map(rowsIn)
  return {
    executions: all.flatMap(({ executions }) => executions),
    evaluations: all.flatMap(({ evaluations }) => evaluations),
    feedback: all.flatMap(({ feedback }) => feedback),
  }
}

/** Each once, the newest first; what was first of several with one key stays. */
function inOrder<List extends keyof SyncRows>(
  list: List,
  rows: readonly SyncRows[List][number][],
): SyncRows[List][number][] {
  const once = new Map<string, { readonly row: SyncRows[List][number]; readonly key: string; readonly at: number }>()
  for (const row of rows) {
    const key = rowKey(list, row)
    if (!once.has(key)) once.set(key, { row, key, at: Date.parse(row.timestamp) || 0 })
  }
  return [...once.values()].toSorted((a, b) => b.at - a.at || (a.key < b.key ? 1 : -1)).map(({ row }) => row)
}
