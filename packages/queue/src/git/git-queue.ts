import { jsonOf, schemaIssues, sha256 } from '@datacortex/platform'
import { z } from 'zod'
import type { GitQueueOptions, JobQueue, Json } from '../contract.ts'
import type { KeptSchedule } from '../cron-times.ts'
import { queueError } from '../errors.ts'
import { type AskedJobs, type JobRows, noJobs } from '../job-rows.ts'
import type { KeptJob } from '../kept-job.ts'
import { queueOver } from '../queue-over.ts'
import { type GitFiles, openGitFolder } from './git-store.ts'

const schema = 1

/**
 * Opens a queue in files of a branch that is shared by a git remote: each change is a commit that is pushed, and where
 * somebody else pushed first, it is made anew on top of theirs. For a few jobs an hour, with leases of many minutes. Close it.
 * @throws `QUEUE_REPOSITORY_REFUSED`, `QUEUE_UNAVAILABLE`
 * @example await using queue = await openGitQueue({ folder: '/home/ada/jobs', branch: 'main' })
 */
export async function openGitQueue(options: GitQueueOptions): Promise<JobQueue> {
  const place = options.folder
  const folder = await openGitFolder(options)
  return queueOver(
    {
      change: async (run) =>
        await folder.change((files) => {
          const { rows, changed } = fileRows(files, place)
          const result = run(rows)
          const { size } = changed
          const [name = ''] = changed.keys()
          return { result, files: changed, message: `queue: ${size === 1 ? name : `${size} files`}` }
        }),
      read: async (run) => run(fileRows(await folder.read(), place).rows),
      close: () => undefined,
    },
    options,
  )
}

type Entry = {
  /** One more than that of each job that was there when it was sent. */
  readonly order: number
  readonly job: KeptJob
  readonly payload: Json
  readonly result?: Json | undefined
}

const Entry = z.object({
  schema: z.literal(schema),
  order: z.int(),
  payload: z.json(),
  result: z.json().optional(),
  job: z.looseObject({
    id: z.string(),
    kind: z.string(),
    state: z.enum(['ready', 'active', 'done', 'failed', 'dead', 'cancelled']),
    ...Object.fromEntries(
      ['priority', 'attempt', 'maxAttempts', 'tries', 'sentAt', 'startAfter', 'deadlineMs'].map((name) => [
        name,
        z.int(),
      ]),
    ),
  }),
})

function fileRows(
  files: GitFiles,
  place: string,
): { readonly rows: JobRows; readonly changed: Map<string, string | undefined> } {
  const changed = new Map<string, string | undefined>()
  const entries = new Map<string, Entry>()
  const schedules = new Map<string, KeptSchedule>()
  for (const [name, text] of files) {
    const [, kind, id = ''] = /^(jobs|schedules)\/([\w-]+)\.json$/.exec(name) ?? []
    const value = kind === undefined ? undefined : jsonOf(text)
    if (kind === undefined) continue
    const version = z.object({ schema: z.int() }).safeParse(value).data?.schema ?? schema
    if (version > schema) throw queueError('QUEUE_SCHEMA_NEWER', { place: `${place}: ${name}`, version, known: schema })
    const parsed = Entry.safeParse(value)
    if (kind === 'schedules') schedules.set(id, (value as { readonly schedule: KeptSchedule }).schedule)
    else if (parsed.success && parsed.data.job.id === id) entries.set(id, parsed.data as unknown as Entry)
    else {
      const reason = parsed.success ? 'it has the id of another job' : schemaIssues(parsed.error).join('; ')
      throw queueError('QUEUE_DAMAGED', { place: `${place}: ${name}`, reason })
    }
  }
  const put = (entry: Entry): void => {
    entries.set(entry.job.id, entry)
    changed.set(`jobs/${entry.job.id}.json`, `${JSON.stringify({ schema, ...entry })}\n`)
  }
  const jobs = (): readonly KeptJob[] => [...entries.values()].map(({ job }) => job)
  const isWaiting = ({ state }: KeptJob): boolean => state === 'ready' || state === 'failed'
  const isOpen = (job: KeptJob): boolean => isWaiting(job) || job.state === 'active'
  const orderOf = ({ id }: KeptJob): number => entries.get(id)?.order ?? 0
  const byAge = (a: KeptJob, b: KeptJob): number => orderOf(a) - orderOf(b)
  const asked = ({ ids, kinds, states, group }: AskedJobs): readonly KeptJob[] =>
    jobs().filter(
      (job) =>
        (ids?.includes(job.id) ?? true) &&
        (kinds?.includes(job.kind) ?? true) &&
        (states?.includes(job.state) ?? true) &&
        (group === undefined || job.group === group),
    )
  const nameOf = (schedule: string): string => sha256(schedule).slice(0, 32)
  const rows: JobRows = {
    one: (id) => entries.get(id)?.job,
    withKey: (kind, key) => jobs().find((job) => job.kind === kind && job.key === key && isOpen(job))?.id,
    add: (job, payload) =>
      put({ order: 1 + Math.max(0, ...[...entries.values()].map(({ order }) => order)), job, payload }),
    write: (job, _, result) => {
      const before = entries.get(job.id)
      if (before !== undefined) put({ ...before, job, ...(result === undefined ? {} : { result }) })
    },
    body: (id) => entries.get(id) ?? { payload: null },
    silent: (kind, now, limit) =>
      jobs()
        .filter((job) => job.state === 'active' && job.kind === kind && (job.leaseUntil ?? 0) <= now)
        .toSorted((a, b) => (a.leaseUntil ?? 0) - (b.leaseUntil ?? 0))
        .slice(0, limit),
    waiting: (kind, now, limit) =>
      jobs()
        .filter((job) => isWaiting(job) && job.kind === kind && job.startAfter <= now)
        .toSorted((a, b) => b.priority - a.priority || byAge(a, b))
        .slice(0, limit),
    ahead: (now) =>
      jobs().filter(({ state, leaseUntil = 0, leaseMs = 0 }) => state === 'active' && leaseUntil > now + leaseMs),
    schedules: (now = Number.MAX_SAFE_INTEGER) => [...schedules.values()].filter(({ nextAt }) => nextAt <= now),
    schedule: (schedule) => {
      schedules.set(nameOf(schedule.name), schedule)
      changed.set(`schedules/${nameOf(schedule.name)}.json`, `${JSON.stringify({ schema, schedule })}\n`)
    },
    unschedule: (name) => {
      const isThere = schedules.delete(nameOf(name))
      if (isThere) changed.set(`schedules/${nameOf(name)}.json`, undefined)
      return isThere
    },
    list: (which, limit) => asked(which).toSorted(byAge).toReversed().slice(0, limit),
    stats: (which) => {
      const counted = Map.groupBy(asked(which), ({ state }) => state)
      return { ...noJobs, ...Object.fromEntries([...counted].map(([state, { length }]) => [state, length])) }
    },
  }
  return { rows, changed }
}
