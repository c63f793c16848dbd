import { setTimeout as pause } from 'node:timers/promises'
import type { ClaimedJob } from '@datacortex/queue'
import { asQueued, changeTask } from '../tasks/change-task.ts'
import type { NightLimits } from './night-limits.ts'
import type { NightPorts, TaskReport } from './night-ports.ts'
import { keptResult } from './kept-result.ts'
import { type TaskJob, type WorkOptions, taskJobOf, workTask } from './work-task.ts'

/** How jobs are worked off. */
export type WorkJobsOptions = Omit<WorkOptions, 'signal'> & {
  readonly limits: Pick<NightLimits, 'isOver' | 'signal'>
  readonly workers: number
  readonly leaseMs: number
  /** Until every job of the space ended, or for ever. */
  readonly until: 'all-ended' | 'stopped'
  readonly report: (one: TaskReport) => Promise<void>
  readonly signal: AbortSignal
}

/**
 * Works off jobs of tasks, several at the same time, and gives back the ids of those that it ended. A job whose worker died is
 * waited for until its lease has passed.
 * @example await workJobs({ ...options, until: 'stopped' }, ports)
 */
export async function workJobs(options: WorkJobsOptions, ports: NightPorts): Promise<ReadonlySet<string>> {
  const done = new Set<string>()
  const stopping = new AbortController()
  const loops = Array.from({ length: options.workers }, async () => {
    try {
      await loop({ ...options, signal: AbortSignal.any([options.signal, stopping.signal]) }, { ports, done })
    } catch (error) {
      // What one can't write, such as a full disk, none of the others can.
      stopping.abort(error)
      throw error
    }
  })
  const ended = await Promise.allSettled(loops)
  options.signal.throwIfAborted()
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return done
}

type Loop = { readonly ports: NightPorts; readonly done: Set<string> }

async function loop(options: WorkJobsOptions, { ports, done }: Loop): Promise<void> {
  const { leaseMs, limits, signal, until } = options
  while (limits.isOver() === undefined) {
    signal.throwIfAborted()
    const [job] = await ports.queue.claim([ports.jobKind], { leaseMs })
    if (job !== undefined) await work(job, options, { ports, done })
    else if (until === 'all-ended' && (await isAllEnded(ports))) return
    else
      await pause(Math.min(1000, leaseMs / 4), undefined, { signal: AbortSignal.any([signal, limits.signal]) }).catch(
        () => {},
      )
  }
}

/** Whether nobody has a job of the space, and none waits. */
export async function isAllEnded({ queue, jobKind }: Pick<NightPorts, 'queue' | 'jobKind'>): Promise<boolean> {
  const { ready, active, failed } = await queue.stats({ kinds: [jobKind] })
  return ready + active + failed === 0
}

async function work(job: ClaimedJob, options: WorkJobsOptions, { ports, done }: Loop): Promise<void> {
  const { signal, limits, leaseMs, report } = options
  const meant = taskJobOf(job)
  if (meant === undefined) {
    await ports.queue.fail(job.id, job.attempt, { message: 'It is no task of an org file.' }, { terminal: true })
    return
  }
  const lost = new AbortController()
  const beat = async (): Promise<void> => {
    // Where the queue can't be asked, the lease goes on until it ends; the next beat asks again.
    const isOwn = await ports.queue.heartbeat(job.id, job.attempt).catch(() => true)
    if (!isOwn) lost.abort(new DOMException('Another worker has this task now.', 'AbortError'))
  }
  const timer = setInterval(() => void beat(), Math.max(200, leaseMs / 3))
  try {
    const stop = AbortSignal.any([signal, limits.signal, lost.signal])
    const said = await workTask(meant, ports, { ...options, signal: stop })
    // Reported twice is better than never, should it end between the two.
    await report(said)
    done.add(job.id)
    await ports.queue.complete(job.id, job.attempt, keptResult(said))
  } catch (error) {
    if (lost.signal.aborted) return
    if (signal.aborted) await release(job, meant, ports)
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** Somebody stopped the night by hand: the task waits as before, and the run that was stopped is no try of it. */
async function release(job: ClaimedJob, meant: TaskJob, ports: NightPorts): Promise<void> {
  const again = { ...asQueued(meant), without: ['NIGHTSHIFT_EXECUTION', 'NIGHTSHIFT_STARTED', 'NIGHTSHIFT_EXECUTOR'] }
  await ports.edit(
    meant.file,
    (text) => changeTask(text, meant, ({ heading }) => (heading.isDone ? undefined : again)).text,
  )
  await ports.queue.cancel(job.id)
}
