import { type OrgTask, type ScannedTasks, kindsOf, nightshiftError, scanTasks } from '@datacortex/nightshift'
import type { Job, JobQueue } from '@datacortex/queue'
import type { Work } from '../work.ts'
import { type NightSpace, dateOfNight, nightSpace } from './night-space.ts'
import { openQueueIfThere } from './open-queue.ts'

/** A space as its nights see it, with the tasks as they stand in the files now. */
export type KnownTasks = NightSpace & { readonly scanned: ScannedTasks; readonly date: string }

export async function knownTasks(work: Work): Promise<KnownTasks> {
  const date = dateOfNight(Date.now())
  const space = await nightSpace(work, { date })
  return { ...space, date, scanned: await scanTasks(space.ports) }
}

/**
 * A task by its id, by its digest, by its file and line, or by its title if that is the only one.
 * Throws `NIGHTSHIFT_TASK_UNKNOWN`.
 */
export function taskNamed(tasks: readonly OrgTask[], name: string): OrgTask {
  const wanted = name.trim().toLowerCase()
  const byId = tasks.filter(
    (task) =>
      task.names.includes(wanted) || task.digest === wanted || `${task.file}:${task.line}`.toLowerCase() === wanted,
  )
  const byTitle = tasks.filter((task) => task.heading.title.toLowerCase() === wanted)
  const [found] = byId.length > 0 ? byId : byTitle.length === 1 ? byTitle : []
  if (found === undefined) throw nightshiftError('NIGHTSHIFT_TASK_UNKNOWN', { id: name })
  return found
}

export type ShownTask = {
  readonly id: string
  readonly title: string
  readonly file: string
  readonly line: number
  readonly state: string
  /** Of exactly what it asks for: by this name it is approved as it was shown, or not at all. */
  readonly digest: string
  readonly approved: boolean
  readonly reason?: string | undefined
  readonly agent?: string | undefined
  readonly output?: string | undefined
  readonly scheduled?: string | undefined
  readonly deadline?: string | undefined
}

/** An id by which it can be named: its own, or where it stands. */
export function shownTask(task: OrgTask, { waiting }: Pick<ScannedTasks, 'waiting'>): ShownTask {
  const { heading, file, line, digest, properties, scheduled, deadline } = task
  const wait = waiting.find((one) => one.task === task)
  const day = (at: number | undefined): string | undefined =>
    at === undefined ? undefined : new Date(at).toISOString()
  return {
    id: task.id ?? properties['ID'] ?? `${file}:${line}`,
    title: heading.title,
    file,
    line,
    state: heading.keyword?.text ?? '',
    digest,
    approved: wait?.kind !== 'approval',
    reason: wait?.reason ?? properties['NIGHTSHIFT_REASON'],
    agent: properties['NIGHTSHIFT_AGENT'] ?? properties['AGENT'],
    output: properties['OUTPUT'],
    scheduled: day(scheduled?.at),
    deadline: day(deadline?.at),
  }
}

/** The jobs that nights left for a task, the newest first. */
export async function withJobs<Result>(
  work: Work,
  { settings, ports }: KnownTasks,
  use: (queue: JobQueue, jobs: readonly Job[]) => Promise<Result>,
): Promise<Result | undefined> {
  await using queue = await openQueueIfThere(work, settings)
  return queue === undefined ? undefined : await use(queue, await queue.list({ kinds: kindsOf(ports), limit: 10_000 }))
}
