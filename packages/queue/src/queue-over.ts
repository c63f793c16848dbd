import { randomUUID } from 'node:crypto'
import { type SentJob, checkClaim, checkList, checkSent, jsonText } from './check-input.ts'
import type { Job, JobQueue, Json, QueueOptions } from './contract.ts'
import { asSchedule, dueRun, newSchedule } from './cron-times.ts'
import { queueError } from './errors.ts'
import type { JobRows, JobStore } from './job-rows.ts'
import {
  type KeptJob,
  asClaimed,
  asJob,
  cancelled,
  claimed,
  completed,
  defaultBackoffMs,
  failed,
  inTime,
  newJob,
  redriven,
  renewed,
} from './kept-job.ts'

export function queueOver(
  store: JobStore,
  { now = Date.now, backoffMs = defaultBackoffMs }: Pick<QueueOptions, 'now' | 'backoffMs'>,
): JobQueue {
  /** Writes what becomes of one job; undefined leaves it. */
  const turn = async (id: string, step: (job: KeptJob) => KeptJob | undefined, result?: Json) =>
    await store.change((rows) => {
      const job = rows.one(id)
      if (job === undefined) throw queueError('QUEUE_JOB_UNKNOWN', { id })
      const next = step(job)
      if (next !== undefined && next !== job) rows.write(next, now(), result)
      return next
    })
  const close = async (): Promise<void> => store.close()

  return {
    send: async (kind, payload, options) => {
      const sent = checkSent(kind, options)
      jsonText(payload, 'payload')
      return await store.change((rows) => add(rows, sent, { payload, now: now() }))
    },
    claim: async (kinds, options) => {
      const asked = checkClaim(kinds, options)
      return await store.change((rows) => {
        const time = now()
        for (const job of rows.ahead(time)) rows.write(inTime(job, time), time)
        sendDue(rows, time)
        for (const kind of asked.kinds) {
          const jobs = take(rows, { ...asked, kind, now: time })
          if (jobs.length > 0) return jobs.map((job) => asClaimed(job, rows.body(job.id).payload))
        }
        return []
      })
    },
    heartbeat: async (id, attempt) => (await turn(id, (job) => renewed(job, attempt, now()))) !== undefined,
    complete: async (id, attempt, result = null) => {
      jsonText(result, 'result')
      // None has none to be kept.
      await turn(id, (job) => completed(job, attempt, now()), result ?? undefined)
    },
    fail: async (id, attempt, error, options = {}) => {
      const job = await turn(id, (one) => failed(one, attempt, { ...options, error, now: now(), backoffMs }))
      return job?.state === 'failed' ? 'failed' : 'dead'
    },
    cancel: async (id) => (await turn(id, (job) => cancelled(job, now())))?.state === 'cancelled',
    redrive: async (ids) =>
      await store.change((rows) =>
        [...new Set(ids)].filter((id) => {
          const job = rows.one(id)
          const next = job && redriven(job)
          if (next === undefined) return false
          if (next.key !== undefined && rows.withKey(next.kind, next.key) !== undefined) return false
          rows.write(next, now())
          return true
        }),
      ),
    schedule: async (name, cron, timezone, payload, options) => {
      const schedule = newSchedule(name, { cron, timezone, payload, now: now() }, options)
      await store.change((rows) => rows.schedule(schedule))
      return asSchedule(schedule)
    },
    unschedule: async (name) => await store.change((rows) => rows.unschedule(name)),
    schedules: async () => await store.read((rows) => rows.schedules().map(asSchedule)),
    list: async (options) => {
      const { limit, ...asked } = checkList(options)
      return await store.read((rows) => rows.list(asked, limit).map((job) => asJob(job, rows.body(job.id))))
    },
    stats: async (options) => {
      const { kinds, group } = checkList(options)
      return await store.read((rows) => rows.stats({ kinds, group }))
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function add(
  rows: JobRows,
  sent: SentJob,
  { payload, now, schedule }: { readonly payload: Json; readonly now: number } & Pick<Job, 'schedule'>,
): string {
  const same = sent.key === undefined ? undefined : rows.withKey(sent.kind, sent.key)
  if (same !== undefined) return same
  const job = newJob(sent, { id: randomUUID(), now, schedule })
  rows.add(job, payload, now)
  return job.id
}

function sendDue(rows: JobRows, now: number): void {
  for (const kept of rows.schedules(now)) {
    const run = dueRun(kept, now)
    if (run === undefined) continue
    add(rows, kept.sent, { payload: kept.payload, now, schedule: run.schedule })
    if (run.next === undefined) rows.unschedule(kept.name)
    else rows.schedule(run.next)
  }
}

/** Those whose worker fell silent come first: they were the best ones when they were claimed. */
function take(
  rows: JobRows,
  options: { readonly kind: string; readonly now: number; readonly limit: number; readonly leaseMs: number },
): readonly KeptJob[] {
  const { kind, now, limit } = options
  const taken: KeptJob[] = []
  for (const find of [rows.silent, rows.waiting]) {
    while (taken.length < limit) {
      const found = find(kind, now, limit - taken.length)
      if (found.length === 0) break
      for (const job of found) {
        const next = claimed(job, options)
        rows.write(next, now)
        if (next.state === 'active') taken.push(next)
      }
    }
  }
  return taken
}
