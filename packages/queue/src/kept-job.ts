import type { ClaimedJob, FailOptions, Job, JobError, Json } from './contract.ts'
import { checkTime, keptError, type SentJob } from './check-input.ts'
import { queueError } from './errors.ts'

/** A job as a store of our own keeps it, and what becomes of it: the store itself only finds and writes. */
export type KeptJob = Omit<Job, 'payload' | 'result'> & {
  readonly deadlineMs: number
  /** How many attempts it was sent with: after a redrive it has as many again. */
  readonly tries: number
  /** Of the last claim. */
  readonly leaseMs?: number | undefined
}

export function newJob(
  { startAfter, maxAttempts, ...sent }: SentJob,
  { id, now, schedule }: { readonly id: string; readonly now: number } & Pick<Job, 'schedule'>,
): KeptJob {
  return { ...sent, id, state: 'ready', attempt: 0, maxAttempts, tries: maxAttempts, sentAt: now, startAfter, schedule }
}

/** What is kept of an attempt whose worker fell silent; its number comes after it. */
export const workerLost = { code: 'QUEUE_WORKER_LOST', message: 'Its worker fell silent in attempt ' }

/** Active with the next attempt, or dead if it has had its last one. */
export function claimed(job: KeptJob, { now, leaseMs }: { readonly now: number; readonly leaseMs: number }): KeptJob {
  if (job.attempt >= job.maxAttempts) {
    const error = { ...workerLost, message: `${workerLost.message}${job.attempt}` }
    return ended(job, 'dead', { now, error })
  }
  const deadlineAt = now + job.deadlineMs
  const leaseUntil = Math.min(now + leaseMs, deadlineAt)
  return { ...job, state: 'active', attempt: job.attempt + 1, leaseMs, leaseUntil, deadlineAt }
}

export function asClaimed(job: KeptJob, payload: Json): ClaimedJob {
  const { id, kind, key, group, priority, attempt, maxAttempts, sentAt, schedule } = job
  const { leaseUntil = 0, deadlineAt = 0 } = job
  const limits = { leaseUntil, deadlineAt }
  return { id, kind, payload, key, group, priority, attempt, maxAttempts, sentAt, schedule, ...limits }
}

export function asJob(job: KeptJob, { payload, result }: Pick<Job, 'payload' | 'result'>): Job {
  const { deadlineMs: _, tries: __, leaseMs: ___, ...shown } = job
  return { ...shown, payload, result: job.state === 'done' ? (result ?? null) : undefined }
}

/** Undefined if it is not that attempt's, or has taken too long. */
export function renewed(job: KeptJob, attempt: number, now: number): KeptJob | undefined {
  const { deadlineAt = 0, leaseMs = 0 } = job
  if (!isHeld(job, attempt) || now >= deadlineAt) return undefined
  return { ...job, leaseUntil: Math.min(now + leaseMs, deadlineAt) }
}

/** Where its clock was set back, a lease ends later than it could have been given: from now it has its full length. */
export function inTime(job: KeptJob, now: number): KeptJob {
  const { leaseMs = 0, leaseUntil = 0, deadlineAt = 0, deadlineMs } = job
  if (job.state !== 'active' || leaseUntil <= now + leaseMs) return job
  return { ...job, leaseUntil: now + leaseMs, deadlineAt: Math.min(deadlineAt, now + deadlineMs) }
}

export function completed(job: KeptJob, attempt: number, now: number): KeptJob {
  if (job.state === 'done' && job.attempt === attempt) return job
  return ended(held(job, attempt), 'done', { now })
}

type Failure = FailOptions & { now: number; error: JobError; backoffMs: (attempt: number) => number }

export function failed(job: KeptJob, attempt: number, failure: Failure): KeptJob {
  const { now, error, retryAt, terminal, backoffMs } = failure
  if ((job.state === 'failed' || job.state === 'dead') && job.attempt === attempt) return job
  held(job, attempt)
  if (terminal === true || attempt >= job.maxAttempts) return ended(job, 'dead', { now, error: keptError(error) })
  const startAfter = checkTime(retryAt ?? now + Math.round(backoffMs(attempt)))
  return { ...idle(job), state: 'failed', startAfter, error: keptError(error) }
}

export function cancelled(job: KeptJob, now: number): KeptJob {
  return ['done', 'dead', 'cancelled'].includes(job.state) ? job : ended(job, 'cancelled', { now })
}

/** Undefined if it is none that comes back. */
export function redriven(job: KeptJob): KeptJob | undefined {
  if (job.state !== 'dead' && job.state !== 'cancelled') return undefined
  // Attempts go on counting: who had an earlier one has no right to this one.
  return { ...idle(job), state: 'ready', startAfter: 0, maxAttempts: job.attempt + job.tries, endedAt: undefined }
}

export function defaultBackoffMs(attempt: number): number {
  return Math.min(3_600_000, 1000 * 2 ** Math.min(attempt, 30))
}

function isHeld(job: KeptJob, attempt: number): boolean {
  return job.state === 'active' && job.attempt === attempt
}

function held(job: KeptJob, attempt: number): KeptJob {
  const { id, state, attempt: now } = job
  if (!isHeld(job, attempt)) throw queueError('QUEUE_ATTEMPT_STALE', { id, attempt, state, now })
  return job
}

function ended(
  job: KeptJob,
  state: 'done' | 'dead' | 'cancelled',
  { now, error }: { readonly now: number; readonly error?: JobError },
): KeptJob {
  return { ...idle(job), state, endedAt: now, error: state === 'done' ? undefined : (error ?? job.error) }
}

function idle(job: KeptJob): KeptJob {
  return { ...job, leaseUntil: undefined, deadlineAt: undefined }
}
