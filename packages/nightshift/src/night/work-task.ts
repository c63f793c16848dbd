import type { ClaimedJob } from '@datacortex/queue'
import { CodedError } from '@datacortex/errors'
import { isRecord } from '@datacortex/platform'
import { type MeantTask, asEnded, asOpen, asWorking, changeTask, taskIn } from '../tasks/change-task.ts'
import type { OrgTask } from '../tasks/org-task.ts'
import { changeHeading, endHeading } from './change-heading.ts'
import { type JudgeOptions, judgeOutcome } from './judge-outcome.ts'
import type { Assignment, NightPorts, Outcome, TaskReport } from './night-ports.ts'

/** What a job of a task holds: where it stands, never what it says. */
export type TaskJob = MeantTask & {
  readonly id: string
  /** The folder whose night left it. */
  readonly place?: string | undefined
  /** Of one that others may do too: the commit that has the heading. */
  readonly commit?: string | undefined
}

export type WorkOptions = JudgeOptions & {
  /** What the one who left the job said yes to is done as long as it says the same, also where nobody said yes. */
  readonly trustsQueue?: boolean | undefined
  /** Runs that were begun for it before, and what is called before one is. */
  readonly begun?: readonly { readonly execution: string; readonly isHere: boolean }[] | undefined
  readonly onBegin?: ((execution: string) => Promise<void>) | undefined
  readonly signal: AbortSignal
}

const nothing = { outputs: [], costUsd: 0, tokens: 0, durationMs: 0 }

/**
 * Does the task of a job: state, agent, context, run, checks, and all of it back into its heading. Done twice it is done once:
 * what the log has of its execution counts, and nobody is asked again.
 */
export async function workTask(job: TaskJob, ports: NightPorts, options: WorkOptions): Promise<TaskReport> {
  const { file, id } = job
  const text = await ports.readFile(file)
  const task = text === undefined ? undefined : taskIn(text, job)
  const report = { id, file, title: task?.heading.title ?? id, ...nothing }
  if (task === undefined) return { ...report, state: 'LEFT', reason: 'it is not in its file any more' }
  const keyword = task.heading.keyword?.text ?? ''
  const had = task.properties['NIGHTSHIFT_EXECUTION']
  if (task.heading.isDone || keyword === 'REVIEW') return await endedBefore(task, report, ports)
  const isMeant = options.trustsQueue === true && task.digest === job.digest
  const unapproved = isMeant ? undefined : await ports.unapproved(task)
  if (unapproved !== undefined) {
    await changeHeading(job, asOpen, ports)
    return { ...report, state: 'LEFT', reason: `it was changed before its turn: ${unapproved}` }
  }
  const lost = options.begun?.find(({ isHere }) => !isHere)
  if (lost !== undefined) {
    // What came of its work is there, and so are its costs.
    const reason = 'the machine that worked on it fell silent, and asking again could cost twice'
    const ended = { ...report, execution: lost.execution, state: 'FAILED', reason } as const
    await endHeading(job, ended, ports)
    return ended
  }
  const isMine = keyword === 'WORKING' && task.properties['NIGHTSHIFT_EXECUTOR'] === ports.machine
  const resumed = options.begun?.at(-1)?.execution ?? (isMine ? had : undefined)
  const isResumed = resumed !== undefined
  const executionId = resumed ?? ports.newId('exec')
  const before = isResumed ? await ports.logged(executionId) : undefined
  const agent = before?.agent ?? task.properties['AGENT'] ?? (await ports.route(task, options.signal))
  if (agent === undefined) {
    const reason = 'no agent fits; name one in a property :AGENT:'
    const ended = { ...report, state: 'REVIEW', reason } as const
    await endHeading({ ...job, digest: task.digest }, ended, ports)
    return ended
  }
  if (!isResumed) {
    const at = new Date(ports.now()).toISOString()
    await changeHeading(job, () => asWorking({ execution: executionId, executor: ports.machine, at }), ports)
  }
  const space = task.properties['SPACE'] ?? file.split('/')[0] ?? ''
  const assignment = { agent, text: task.text, executionId, taskId: `${file}::${id}`, tags: task.heading.tags, space }
  try {
    if (before === undefined) await options.onBegin?.(executionId)
    const run = async () => await ports.run(assignment, options.signal).catch(failedRun(assignment, options.signal))
    const outcome = before ?? (await run())
    return await ended(outcome, { job: { ...job, digest: task.digest }, task, assignment }, { ports, options })
  } catch (error) {
    if (!CodedError.is(error, 'RUNNER_NOT_CONFIGURED')) throw error
    // It says nothing of the task that nobody can run an agent here.
    await changeHeading(job, asOpen, ports)
    return { ...report, state: 'LEFT', reason: error.message, agent }
  }
}

type Worked = { readonly job: TaskJob; readonly task: OrgTask; readonly assignment: Assignment }
type With = { readonly ports: NightPorts; readonly options: WorkOptions }

async function ended(outcome: Outcome, { job, task, assignment }: Worked, { ports, options }: With) {
  const answered = outcome.status === 'success' || outcome.status === 'partial'
  const note = `${assignment.space}/0-inbox/nightshift-${outcome.executionId}.md`
  const isWorded = answered && outcome.text.trim() !== ''
  const outputs = [...outcome.outputs, ...(isWorded ? [note] : [])]
  const at = new Date(ports.now()).toISOString()
  if (isWorded) await ports.writeNew(note, noteOf(outcome, { task, assignment, at }))
  const judged = await judgeOutcome(outcome, { ...options, task, assignment, outputs }, ports)
  const costUsd = outcome.costUsd + judged.costUsd
  const { durationMs } = outcome
  let end = { ...judged, at, agent: outcome.agent, outputs, costUsd, durationMs }
  let isThere = false
  await ports.edit(job.file, (now) => {
    const { text, task: current } = changeTask(now, job, (one) => {
      // What was asked for is not what was done.
      if (one.digest !== task.digest && end.state === 'DONE')
        end = { ...end, state: 'REVIEW', reason: 'the task was changed while it was worked on' }
      return asEnded(one, end)
    })
    isThere = current !== undefined
    return text
  })
  return {
    id: job.id,
    file: job.file,
    title: task.heading.title,
    state: end.state,
    reason: isThere
      ? end.reason
      : `${end.reason === undefined ? '' : `${end.reason}; `}its heading is gone from the file`,
    agent: outcome.agent,
    execution: outcome.executionId,
    outputs,
    costUsd,
    tokens: outcome.tokens + judged.tokens,
    durationMs,
  }
}

/** Its process was killed after the heading was written, and before anybody was told. */
async function endedBefore(task: OrgTask, report: Omit<TaskReport, 'state'>, ports: NightPorts): Promise<TaskReport> {
  const {
    NIGHTSHIFT_EXECUTION: execution,
    NIGHTSHIFT_REASON: reason,
    NIGHTSHIFT_AGENT: agent,
    OUTPUT: output,
  } = task.properties
  const outcome = execution === undefined ? undefined : await ports.logged(execution)
  const state = task.heading.keyword?.text
  return {
    ...report,
    state: state === 'REVIEW' || state === 'FAILED' ? state : 'DONE',
    reason,
    agent,
    execution,
    outputs: output === undefined ? [] : [output],
    costUsd: outcome?.costUsd ?? 0,
    tokens: outcome?.tokens ?? 0,
    durationMs: outcome?.durationMs ?? 0,
  }
}

/** What was refused before anybody was asked, and what the end of the night stopped; a stop by the user goes through. */
function failedRun({ agent, executionId }: Assignment, signal: AbortSignal): (error: unknown) => Outcome {
  return (error) => {
    const isTime = signal.aborted && isRecord(signal.reason) && signal.reason['name'] === 'TimeoutError'
    const isCoded = error instanceof Error && 'code' in error && typeof error.code === 'string'
    if (!isTime && (signal.aborted || !isCoded || CodedError.is(error, 'RUNNER_NOT_CONFIGURED'))) throw error
    const message = isTime ? String(signal.reason['message']) : (error as Error).message
    const failed = { status: 'failed', text: '', failedChecks: [], wasInterrupted: false } as const
    return { executionId, agent, ...failed, ...nothing, error: message }
  }
}

type Noted = { readonly task: OrgTask; readonly assignment: Assignment; readonly at: string }

function noteOf({ text, agent, executionId }: Outcome, { task, assignment, at }: Noted): string {
  const head = [
    '---',
    `title: ${JSON.stringify(task.heading.title.slice(0, 200))}`,
    'type: nightshift-output',
    `nightshift_id: ${executionId}`,
    `task: ${JSON.stringify(assignment.taskId)}`,
    `agent: ${JSON.stringify(agent)}`,
    `executed_at: ${at}`,
    'taint: external',
    '---',
  ]
  return `${head.join('\n')}\n\n${text.trimEnd()}\n`
}

/** The payload of a job; undefined if it is of something else. */
export function taskJobOf({ payload }: Pick<ClaimedJob, 'payload'>): TaskJob | undefined {
  if (!isRecord(payload)) return undefined
  const { file, id, digest, place, commit } = payload
  if (typeof file !== 'string' || typeof id !== 'string' || typeof digest !== 'string') return undefined
  const more = typeof commit === 'string' ? { commit } : {}
  return { file, id, digest, ...more, ...(typeof place === 'string' ? { place } : {}) }
}
