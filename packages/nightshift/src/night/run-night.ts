import type { Job, Json } from '@datacortex/queue'
import { asEnded, asQueued, changeTask, taskIn } from '../tasks/change-task.ts'
import { fromTemplates } from '../tasks/from-templates.ts'
import type { OrgTask } from '../tasks/org-task.ts'
import { changeHeading, endHeading } from './change-heading.ts'
import { readResult } from './kept-result.ts'
import type { JudgeOptions } from './judge-outcome.ts'
import type { NightLimits } from './night-limits.ts'
import type { NightPorts, TaskReport } from './night-ports.ts'
import { type ScannedTasks, scanTasks } from './scan-tasks.ts'
import { type WorkJobsOptions, isAllEnded, workJobs } from './work-jobs.ts'
import { taskJobOf } from './work-task.ts'

export type NightOptions = JudgeOptions &
  Pick<WorkJobsOptions, 'workers' | 'signal'> & {
    /** The morning that it is done by, such as `2026-11-28`. */
    readonly date: string
    readonly limits: NightLimits
    /** How long a worker may be silent before its task is another one's. */
    readonly leaseMs: number
    /** What becomes free or is added meanwhile is left to another night. */
    readonly once?: boolean | undefined
    /** Ids of tasks that ended earlier in the same night. */
    readonly ended: ReadonlySet<string>
  }

export type NightResult = {
  readonly reports: readonly TaskReport[]
  /** As it stands at the end. */
  readonly scanned: ScannedTasks
  /** Why it ended before all was done. */
  readonly stopped: string | undefined
}

/**
 * Does the tasks of a space that are approved, due and free: each is queued, worked off once, and reported. What becomes free
 * by that is done too. Called again for the same night it goes on where it was stopped.
 * @throws The reason of the signal; tasks that were being worked on are queued again then.
 * @example await runNight(options, ports)
 */
export async function runNight(options: NightOptions, ports: NightPorts): Promise<NightResult> {
  const { date, limits, ended, signal } = options
  const reports: TaskReport[] = []
  const tried = new Set(ended)
  const report = async (one: TaskReport): Promise<void> => {
    tried.add(one.id)
    reports.push(one)
    limits.add(one)
    await ports.note({ type: 'task', at: new Date(ports.now()).toISOString(), ...one })
    ports.onProgress({ done: reports.length, subject: one.title })
  }
  for (;;) {
    signal.throwIfAborted()
    await useTemplates(ports)
    const scanned = await scanTasks(ports)
    const stopped = limits.isOver()
    const free = scanned.ready.filter((task) => !task.isResearch && (task.id === undefined || !tried.has(task.id)))
    if (stopped !== undefined) return { reports, scanned, stopped: free.length === 0 ? undefined : stopped }
    // A process that was killed may have left jobs whose tasks have ended.
    if (free.length === 0 && (await isAllEnded(ports))) return { reports, scanned, stopped: undefined }
    const meant = await queueTasks(free, { date, ports })
    const done = await workJobs({ ...options, report, until: 'all-ended' }, ports)
    const jobs = meant.size === 0 ? [] : await ports.queue.list({ ids: [...meant.keys()], limit: 10_000 })
    for (const job of jobs)
      if (!done.has(job.id))
        await reportOther(job, { task: meant.get(job.id), report, ports, stopped: limits.isOver() })
    // What was changed or added meanwhile is looked at anew; what was tried is not tried again.
    for (const task of meant.values()) tried.add(task.id ?? '')
    if (options.once === true) return { reports, scanned: await scanTasks(ports), stopped: undefined }
  }
}

async function useTemplates(ports: NightPorts): Promise<void> {
  for (const file of await ports.files()) {
    const text = await ports.readFile(file).catch(() => undefined)
    // One that can't be read is named by the scan.
    if (text === undefined || !/:recurring:/i.test(text)) continue
    const approved = new Set<string>()
    const { tasks } = await scanTasks({ ...ports, files: async () => await Promise.resolve([file]) })
    for (const task of tasks)
      if (task.isRecurring && (await ports.unapproved(task)) === undefined) approved.add(task.digest)
    let made: readonly OrgTask[] = []
    await ports.edit(file, (now) => {
      const result = fromTemplates(now, { file, now: ports.now(), isApproved: ({ digest }) => approved.has(digest) })
      made = result.made
      return result.text
    })
    for (const task of made) await ports.approve(task)
  }
}

/** Gives each task an id in its heading, and leaves a job for it. */
async function queueTasks(
  tasks: readonly OrgTask[],
  { date, ports }: { readonly date: string; readonly ports: NightPorts },
): Promise<ReadonlyMap<string, OrgTask>> {
  const queued: OrgTask[] = []
  const given: (string | undefined)[] = []
  for (const [file, own] of Map.groupBy(tasks, (task) => task.file)) {
    const ids = new Map(own.map((task) => [task, task.id ?? ports.newId('night')]))
    await ports.edit(file, (text) =>
      own.reduce((now, task) => {
        const id = ids.get(task) ?? ''
        // One that was being worked on when its process ended goes on.
        const isKept = task.heading.keyword?.text === 'WORKING' && task.id !== undefined
        return changeTask(now, task, () => (isKept ? undefined : asQueued({ id }))).text
      }, text),
    )
    for (const [task, id] of ids) {
      queued.push({ ...task, id })
      given.push(task.id)
    }
  }
  const order = new Map(tasks.map((task, place) => [`${task.file}:${task.line}`, place]))
  const jobs = new Map<string, OrgTask>()
  const shared = new Map<string, Awaited<ReturnType<NightPorts['committed']>>>()
  for (const file of new Set(queued.map((task) => task.file))) shared.set(file, await ports.committed(file))
  for (const [place, task] of queued.entries()) {
    const { file, id = '', digest } = task
    const known = shared.get(file)
    // What was never committed nobody else has.
    const isShared = known !== undefined && taskIn(known.text, { file, digest, id: given[place] }) !== undefined
    const payload: Json = { file, id, digest, place: ports.place, ...(isShared ? { commit: known.commit } : {}) }
    const priority = -(order.get(`${task.file}:${task.line}`) ?? 0)
    const job = await ports.queue.send(isShared ? ports.jobKind : ports.ownKind, payload, {
      key: task.id,
      group: date,
      priority,
      maxAttempts: mostAttempts,
    })
    jobs.set(job, task)
  }
  return jobs
}

/** A process that ends each time that it begins with a task must not do so for ever. */
const mostAttempts = 3

type Other = {
  readonly task: OrgTask | undefined
  readonly report: (one: TaskReport) => Promise<void>
  readonly ports: NightPorts
  readonly stopped: string | undefined
}

/** What became of a job that this process did not end: another one did, its attempts are used up, or nobody had the time. */
async function reportOther(job: Job, { task, report, ports, stopped }: Other): Promise<void> {
  const meant = taskJobOf(job)
  if (meant === undefined || task === undefined) return
  const spent = { outputs: [], costUsd: 0, tokens: 0, durationMs: 0 }
  const own = { id: meant.id, file: meant.file, title: task.heading.title }
  if (job.state === 'dead') {
    const reason = `its process ended ${job.attempt} times while it was begun: ${job.error?.message ?? 'nobody knows why'}`
    await endHeading(meant, { state: 'FAILED', reason }, ports)
    return await report({ ...own, ...spent, state: 'FAILED', reason })
  }
  if (job.state === 'done') {
    const said = { ...own, ...spent, ...readResult(job) }
    // In a folder of its own the other one wrote into its own file.
    if (said.state !== 'LEFT') await changeHeading(meant, (one) => endedElsewhere(one, said, ports), ports)
    return await report(said)
  }
  await ports.queue.cancel(job.id)
  await report({ ...own, ...spent, state: 'LEFT', reason: stopped ?? 'nobody took it' })
}

function endedElsewhere(task: OrgTask, { state, ...said }: TaskReport, { now }: Pick<NightPorts, 'now'>) {
  if (state === 'LEFT' || !/^(?:QUEUED|WORKING)$/.test(task.heading.keyword?.text ?? '')) return undefined
  return asEnded(task, { ...said, state, at: new Date(now()).toISOString() })
}
