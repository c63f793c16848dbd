import { type OrgFile, type TaskEdit, editTask, readOrg } from '@datacortex/research'
import { scoreText } from '@datacortex/wording'
import { movedOn, orgDay } from './org-time.ts'
import { type OrgTask, tasksOf } from './org-task.ts'

/** Which task of a file is meant: the one that a night gave this id, else the open one that says the same. */
export type MeantTask = { readonly file: string; readonly id?: string | undefined; readonly digest: string }

/**
 * The task that is meant in a text as it is now.
 * @example taskIn(text, { file, id: 'night-1', digest: '' })
 */
export function taskIn(text: string, meant: MeantTask): OrgTask | undefined {
  return taskAmong(readOrg(text), meant)
}

/**
 * Changes one task of a text in its own lines alone.
 * @returns The text as it was if the task is gone, or nothing is to be changed.
 * @example changeTask(text, task, asOpen).text
 */
export function changeTask(
  text: string,
  meant: MeantTask,
  change: (task: OrgTask) => TaskEdit | undefined,
): { readonly text: string; readonly task: OrgTask | undefined } {
  const org = readOrg(text)
  const task = taskAmong(org, meant)
  const edit = task === undefined ? undefined : change(task)
  if (task === undefined || edit === undefined) return { text, task }
  return { text: editTask(org, task.heading, edit).text, task }
}

/** What says whether somebody approved of it is computed of as few as can be: a night asks this for each step of each task. */
function taskAmong(org: OrgFile, { file, id, digest }: MeantTask): OrgTask | undefined {
  const named = Map.groupBy(org.headings, ({ drawer }) => drawer?.properties['NIGHTSHIFT_ID']?.value)
  const own = id === undefined ? undefined : tasksOf(org, file, named.get(id) ?? [])[0]
  return (
    own ?? tasksOf(org, file, named.get(undefined) ?? []).find((task) => task.digest === digest && !task.heading.isDone)
  )
}

/** A night means to do it. */
export function asQueued({ id }: { readonly id: string }): TaskEdit {
  return { keyword: 'QUEUED', properties: { NIGHTSHIFT_ID: id } }
}

/** Somebody works on it. `at`: UTC, ISO 8601. */
export function asWorking(work: {
  readonly execution: string
  readonly executor: string
  readonly at: string
}): TaskEdit {
  return {
    keyword: 'WORKING',
    properties: {
      NIGHTSHIFT_EXECUTION: work.execution,
      NIGHTSHIFT_STARTED: work.at,
      NIGHTSHIFT_EXECUTOR: work.executor,
    },
    without: ['NIGHTSHIFT_REASON', 'NIGHTSHIFT_COMPLETED'],
  }
}

/**
 * It waits for somebody again, as a person wrote it.
 * @example changeTask(text, task, asOpen).text
 */
export function asOpen(): TaskEdit {
  return {
    keyword: 'TODO',
    planning: (line) => line.replace(/[ \t]*CLOSED:[ \t]*\[[^\]]*\]/, '').trimStart(),
    without: ['NIGHTSHIFT_EXECUTION', 'NIGHTSHIFT_STARTED', 'NIGHTSHIFT_EXECUTOR', 'NIGHTSHIFT_REASON'],
  }
}

export type TaskEnd = {
  readonly state: 'DONE' | 'REVIEW' | 'FAILED'
  readonly at: string
  readonly reason?: string | undefined
  readonly agent?: string | undefined
  readonly outputs: readonly string[]
  readonly costUsd?: number | undefined
  readonly durationMs?: number | undefined
  /** Of the evaluators, 0–1. */
  readonly score?: number | undefined
}

/** What is written of the end of a task. One that repeats is open again for its next time, once it is done. */
export function asEnded(task: OrgTask, end: TaskEnd): TaskEdit {
  const { state, at, reason, agent, outputs, costUsd, durationMs, score } = end
  const repeats = [task.scheduled, task.deadline].some((time) => time?.repeater !== undefined)
  const zettels = outputs.filter((path) => /\/zettels?\//.test(path))
  const properties = {
    ...(outputs.length === 0 ? {} : { OUTPUT: outputs[0] ?? '' }),
    ...(zettels.length === 0 ? {} : { ZETTELS: zettels.join(' ') }),
    NIGHTSHIFT_COMPLETED: at,
    ...(agent === undefined ? {} : { NIGHTSHIFT_AGENT: agent }),
    ...(costUsd === undefined ? {} : { NIGHTSHIFT_COST: `$${costUsd.toFixed(4)}` }),
    ...(durationMs === undefined ? {} : { NIGHTSHIFT_TIME: `${Math.round(durationMs / 1000)} s` }),
    ...(score === undefined ? {} : { NIGHTSHIFT_SCORE: scoreText(score) }),
    ...(reason === undefined ? {} : { NIGHTSHIFT_REASON: reason }),
  }
  const without = reason === undefined ? ['NIGHTSHIFT_REASON'] : []
  if (state === 'DONE' && repeats)
    return {
      keyword: 'TODO',
      planning: (line) => movedOn(line, Date.parse(at)),
      properties: { ...properties, LAST_REPEAT: `[${orgDay(new Date(at))}]` },
      without,
    }
  return { keyword: state, ...(state === 'REVIEW' ? {} : { endedAt: at }), properties, without }
}
