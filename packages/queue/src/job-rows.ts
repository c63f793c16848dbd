import type { JobStats, Json, ListOptions } from './contract.ts'
import type { KeptSchedule } from './cron-times.ts'
import type { KeptJob } from './kept-job.ts'

/** Which jobs are meant: all of what is not said. */
export type AskedJobs = Omit<ListOptions, 'limit'>

/** Jobs and schedules as a store of our own finds and writes them; `now` is in milliseconds since 1970. */
export type JobRows = {
  readonly one: (id: string) => KeptJob | undefined
  /** The one of a key that is ready, active or failed. */
  readonly withKey: (kind: string, key: string) => string | undefined
  readonly add: (job: KeptJob, payload: Json, now: number) => void
  readonly write: (job: KeptJob, now: number, result?: Json) => void
  readonly body: (id: string) => { readonly payload: Json; readonly result?: Json | undefined }
  /** Active ones whose lease has passed, the longest silent first. */
  readonly silent: (kind: string, now: number, limit: number) => readonly KeptJob[]
  /** Ready and failed ones whose time has come, best first. */
  readonly waiting: (kind: string, now: number, limit: number) => readonly KeptJob[]
  /** Active ones whose lease ends later than it could have been given. */
  readonly ahead: (now: number) => readonly KeptJob[]
  /** Those that are due; all of them without a time. */
  readonly schedules: (now?: number) => readonly KeptSchedule[]
  readonly schedule: (schedule: KeptSchedule) => void
  readonly unschedule: (name: string) => boolean
  /** Sent last first. */
  readonly list: (asked: AskedJobs, limit: number) => readonly KeptJob[]
  readonly stats: (asked: AskedJobs) => JobStats
}

export type JobStore = {
  /** Runs when nobody else writes, and must not wait for anything: all of what it does is kept, or nothing. */
  readonly change: <T>(run: (rows: JobRows) => T) => Promise<T>
  readonly read: <T>(run: (rows: JobRows) => T) => Promise<T>
  readonly close: () => void
}

export const noJobs: JobStats = { ready: 0, active: 0, done: 0, failed: 0, dead: 0, cancelled: 0 }
