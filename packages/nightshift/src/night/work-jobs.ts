import { setTimeout as pause } from 'node:timers/promises'
import { isRecord } from '@datacortex/platform'
import type { ClaimedJob } from '@datacortex/queue'
import { asQueued } from '../tasks/change-task.ts'
import { changeHeading } from './change-heading.ts'
import type { NightLimits } from './night-limits.ts'
import type { NightPorts, TaskReport } from './night-ports.ts'
import { keptResult } from './kept-result.ts'
import { type TaskJob, type WorkOptions, taskJobOf, workTask } from './work-task.ts'

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
  const longest = Math.min(1000, leaseMs / 4)
  // What others do ends soon, or late: the longer nothing comes, the less often it is asked for.
  for (let waitMs = 50; limits.isOver() === undefined;) {
    signal.throwIfAborted()
    const [job] = await ports.queue.claim(kindsOf(ports), { leaseMs })
    if (job !== undefined) {
      await work(job, options, { ports, done })
      waitMs = 50
    } else if (until === 'all-ended' && (await isAllEnded(ports))) return
    else {
      waitMs = Math.min(longest, waitMs * 2)
      await pause(waitMs, undefined, { signal: AbortSignal.any([signal, limits.signal]) }).catch(() => {})
    }
  }
}

/** Whether nobody has a job of the space, and none waits. */
export async function isAllEnded(ports: Pick<NightPorts, 'queue' | 'jobKind' | 'ownKind'>): Promise<boolean> {
  const { ready, active, failed } = await ports.queue.stats({ kinds: kindsOf(ports) })
  return ready + active + failed === 0
}

/**
 * The kinds of jobs that are done here.
 * @example await queue.stats({ kinds: kindsOf(ports) })
 */
export function kindsOf({ jobKind, ownKind }: Pick<NightPorts, 'jobKind' | 'ownKind'>): readonly string[] {
  return [jobKind, ownKind]
}

async function work(job: ClaimedJob, options: WorkJobsOptions, { ports, done }: Loop): Promise<void> {
  const { signal, limits, leaseMs, report } = options
  const { queue } = ports
  const meant = taskJobOf(job)
  if (meant === undefined) {
    await ports.queue.fail(job.id, job.attempt, { message: 'It is no task of an org file.' }, { terminal: true })
    return
  }
  const lost = new AbortController()
  const beat = async (): Promise<void> => {
    // Where the queue can't be asked, the lease goes on until it ends; the next beat asks again.
    const isOwn = await queue.heartbeat(job.id, job.attempt).catch(() => true)
    if (!isOwn) lost.abort(new DOMException('Another worker has this task now.', 'AbortError'))
  }
  let beating = Promise.resolve()
  const timer = setInterval(() => void (beating = beat()), Math.max(200, leaseMs / 3))
  try {
    const stop = AbortSignal.any([signal, limits.signal, lost.signal])
    if (meant.place !== ports.place && meant.commit !== undefined) await inStep(job, meant.commit, { ports, stop })
    const begun = meant.commit === undefined ? undefined : await begunRuns(job, ports)
    const said = await workTask(meant, meant.place === ports.place ? ports : elsewhere(ports), {
      ...options,
      signal: stop,
      begun: begun?.runs,
      onBegin: begun?.add,
    })
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
    await beating
  }
}

/** A clone that can't be brought in step does no jobs: they are another one's. */
async function inStep(
  { id, attempt }: ClaimedJob,
  commit: string,
  { ports, stop }: { readonly ports: NightPorts; readonly stop: AbortSignal },
): Promise<void> {
  try {
    await ports.bringTo(commit, stop)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    await ports.queue.fail(id, attempt, { message }, { retryAt: ports.now() })
    throw error
  }
}

/** Its headings are written where the night is, which learns from the job what became of them; here they only come by a pull. */
function elsewhere(ports: NightPorts): NightPorts {
  return { ...ports, edit: async (path, change) => void change((await ports.readFile(path)) ?? '') }
}

/**
 * The runs that were begun for a job, by whichever machine: what one of them spent nobody else can see. Each is a job of a
 * kind that nobody does, since a queue keeps nothing else.
 */
async function begunRuns({ id, attempt }: ClaimedJob, { queue, jobKind, place }: NightPorts) {
  const kind = `${jobKind}.begun`
  const before = attempt === 1 ? [] : await queue.list({ kinds: [kind], group: id, limit: 100 })
  return {
    runs: before.flatMap(({ payload }) =>
      isRecord(payload) && typeof payload['execution'] === 'string'
        ? [{ execution: payload['execution'], isHere: payload['place'] === place }]
        : [],
    ),
    add: async (execution: string): Promise<void> =>
      void (await queue.send(kind, { execution, place }, { group: id, key: `${id} ${attempt}` })),
  }
}

/** Somebody stopped the night by hand: the task waits as before, and the run that was stopped is no try of it. */
async function release(job: ClaimedJob, meant: TaskJob, ports: NightPorts): Promise<void> {
  const again = { ...asQueued(meant), without: ['NIGHTSHIFT_EXECUTION', 'NIGHTSHIFT_STARTED', 'NIGHTSHIFT_EXECUTOR'] }
  await changeHeading(meant, ({ heading }) => (heading.isDone ? undefined : again), ports)
  await ports.queue.cancel(job.id)
}
