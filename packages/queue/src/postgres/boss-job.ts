import type { JobWithMetadata } from 'pg-boss'
import type { ClaimedJob, Job, JobError, JobState, Json } from '../contract.ts'
import type { SentJob } from '../check-input.ts'
import type { Row } from './open-boss.ts'

export type BossData = {
  readonly payload: Json
  /** How many attempts it was sent with. */
  readonly tries: number
  readonly schedule?: Job['schedule']
}

/** States of the contract by the names that pg-boss has for them. */
export const stateOf: Readonly<Record<string, JobState>> = Object.fromEntries([
  ['created', 'ready'],
  ['retry', 'failed'],
  ['active', 'active'],
  ['completed', 'done'],
  ['failed', 'dead'],
  ['cancelled', 'cancelled'],
])

const columns = `id, name, data, state::text, priority, retry_limit AS "retryLimit", retry_count AS "retryCount",
  singleton_key AS "singletonKey", group_id AS "groupId", start_after AS "startAfter", started_on AS "startedOn",
  created_on AS "createdOn", completed_on AS "completedOn", heartbeat_on AS "heartbeatOn", output,
  heartbeat_seconds AS "heartbeatSeconds", expire_seconds AS "expireInSeconds"`

export const selectJobs = `SELECT ${columns} FROM %.job`

/** Names the queue of pg-boss too, by which its rows are found. */
export function idOf(kind: string, uuid: string): string {
  return `${kind}:${uuid}`
}

/** Undefined if it is no id of ours. */
export function partsOf(id: string): { readonly kind: string; readonly uuid: string } | undefined {
  const [, kind, uuid] = /^([\w.-]+):([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(id) ?? []
  return kind === undefined || uuid === undefined ? undefined : { kind, uuid }
}

/** Jobs without a key have one of their own: pg-boss would take them for one. */
export function singletonKey({ key }: Pick<SentJob, 'key'>, uuid: string): string {
  return key === undefined ? `-${uuid}` : `=${key}`
}

export function asClaimed(job: JobWithMetadata<BossData>, leaseSeconds: number): ClaimedJob {
  const deadlineAt = job.startedOn.getTime() + job.expireInSeconds * 1000
  const leaseUntil = Math.min(job.startedOn.getTime() + leaseSeconds * 1000, deadlineAt)
  return { ...common(job), attempt: job.retryCount + 1, leaseUntil, deadlineAt }
}

export function asJob(row: Row): Job {
  const job = row as unknown as JobWithMetadata<BossData> & { readonly output: unknown }
  const state = stateOf[job.state] ?? 'ready'
  const startedAt = (job.startedOn as Date | null)?.getTime()
  const deadlineAt = (startedAt ?? 0) + job.expireInSeconds * 1000
  const beatAt = job.heartbeatOn?.getTime() ?? 0
  const ended = job.completedOn === null ? {} : { endedAt: job.completedOn.getTime() }
  return {
    ...common(job),
    ...ended,
    state,
    attempt: startedAt === undefined ? 0 : job.retryCount + 1,
    startAfter: job.startAfter.getTime(),
    ...(state === 'active'
      ? { deadlineAt, leaseUntil: Math.min(beatAt + (job.heartbeatSeconds ?? 0) * 1000, deadlineAt) }
      : {}),
    ...(state === 'done' ? { result: (job.output ?? null) as Json } : {}),
    ...(state === 'done' || job.output === null ? {} : { error: job.output as JobError }),
  }
}

function common(job: JobWithMetadata<BossData>) {
  const key = job.singletonKey?.startsWith('=') === true ? job.singletonKey.slice(1) : undefined
  return {
    id: idOf(job.name, job.id),
    kind: job.name,
    payload: job.data.payload,
    maxAttempts: job.retryLimit + 1,
    priority: job.priority,
    sentAt: job.createdOn.getTime(),
    key,
    group: job.groupId ?? undefined,
    schedule: job.data.schedule,
  }
}
