/** What JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * Where a job stands. `ready`: waits for a worker. `active`: one has it. `failed`: waits to be tried again. `done`, `dead` and
 * `cancelled` are the ends; only a dead or cancelled one comes back, by {@link JobQueue.redrive}.
 */
export type JobState = 'ready' | 'active' | 'done' | 'failed' | 'dead' | 'cancelled'

export type SendOptions = {
  /** While a job of this kind and key is ready, active or failed, another one is not made: its id is given. */
  readonly key?: string | undefined
  /** Higher ones come first; an integer, 0 if absent. */
  readonly priority?: number | undefined
  /** Milliseconds since 1970, before which nobody gets it. */
  readonly startAfter?: number | undefined
  /** The longest that one attempt may take, however alive its worker is; 12 hours if absent. */
  readonly deadlineMs?: number | undefined
  /** How often it is handed out before it is dead, crashes of workers included; 3 if absent. */
  readonly maxAttempts?: number | undefined
  /** What it belongs to, such as one night: lists and counts can be asked for it. */
  readonly group?: string | undefined
}

export type ClaimOptions = {
  /** How long the worker may be silent before another one gets its job. */
  readonly leaseMs: number
  /** The most that is handed out; 1 if absent. */
  readonly limit?: number | undefined
}

/** A job as a worker gets it. */
export type ClaimedJob = {
  readonly id: string
  readonly kind: string
  readonly payload: Json
  /** 1 for the first one, one more with each claim, also after a redrive. It stands for the right to end this job. */
  readonly attempt: number
  /** The last attempt there will be. */
  readonly maxAttempts: number
  /** Milliseconds since 1970. */
  readonly leaseUntil: number
  /** When this attempt has taken too long. */
  readonly deadlineAt: number
  readonly priority: number
  readonly sentAt: number
  readonly key?: string | undefined
  readonly group?: string | undefined
  /** Of a job that a schedule sent: when it was due, and how many earlier ones fell into the same gap and are not made up. */
  readonly schedule?: { readonly name: string; readonly dueAt: number; readonly missed: number } | undefined
}

export type JobError = { readonly message: string; readonly code?: string | undefined }

/** A job as it is kept. */
export type Job = Omit<ClaimedJob, 'leaseUntil' | 'deadlineAt'> & {
  readonly state: JobState
  /** The attempt is 0 as long as nobody had it. */
  readonly attempt: number
  /** Of a ready or failed one: before that nobody gets it. */
  readonly startAfter: number
  /** Of an active one. */
  readonly leaseUntil?: number | undefined
  readonly deadlineAt?: number | undefined
  /** When it was done, dead or cancelled. */
  readonly endedAt?: number | undefined
  /** Of a done one. */
  readonly result?: Json | undefined
  /** Of the last attempt that failed. */
  readonly error?: JobError | undefined
}

export type FailOptions = {
  /** When it is tried again; by the back-off of the queue if absent. */
  readonly retryAt?: number | undefined
  /** It is not tried again: bad input, a refused permission. */
  readonly terminal?: boolean | undefined
}

export type ListOptions = {
  readonly ids?: readonly string[] | undefined
  readonly kinds?: readonly string[] | undefined
  readonly states?: readonly JobState[] | undefined
  readonly group?: string | undefined
  /** 100 if absent, 10,000 at the most. */
  readonly limit?: number | undefined
}

export type ScheduleOptions = Pick<SendOptions, 'priority' | 'deadlineMs' | 'maxAttempts' | 'group'> & {
  /** Of the jobs that it sends; the name of the schedule if absent. */
  readonly kind?: string | undefined
}

/** What sends a job whenever its time has come. */
export type Schedule = {
  readonly name: string
  readonly kind: string
  /** Five or six fields. */
  readonly cron: string
  /** IANA name of the zone in which the fields are meant, such as `Europe/Vienna`. */
  readonly timezone: string
  readonly payload: Json
  readonly nextAt: number
}

export type JobStats = Readonly<Record<JobState, number>>

/**
 * Jobs that outlive the processes that send them and do them. Each is delivered at least once: a worker that dies or falls silent
 * loses its job to another one, so what a job does must be safe to be done twice. The attempt is the fencing token: who
 * lost a job can neither complete nor fail it.
 *
 * All methods reject with a `QUEUE_…` error: `QUEUE_UNAVAILABLE` where the store can't be read or written now (full disk, lost
 * connection, refused push), in which case nothing was changed or what was asked for is done as a whole.
 */
export type JobQueue = AsyncDisposable & {
  /**
   * Leaves a job for a worker.
   * @param payload - At most 1 MiB as JSON.
   * @returns Its id, or that of the job which has the key.
   * @throws `QUEUE_PAYLOAD_INVALID`, `QUEUE_OPTION_INVALID`
   */
  readonly send: (kind: string, payload: Json, options?: SendOptions) => Promise<string>
  /**
   * Takes jobs: of the first kind that has one due, higher priority first, then older ones, and those whose worker fell silent.
   * Each claim counts as an attempt; a job whose attempts are used up becomes dead instead. Jobs of schedules that are due are sent
   * first.
   * @returns An empty list if there is nothing to do now.
   */
  readonly claim: (kinds: readonly string[], options: ClaimOptions) => Promise<readonly ClaimedJob[]>
  /**
   * Says that the worker is alive, which renews its lease up to the deadline.
   * @returns Whether the job is still its own. If not (taken over, cancelled, deadline passed), it must stop.
   */
  readonly heartbeat: (id: string, attempt: number) => Promise<boolean>
  /**
   * The job is done. Said twice by the same attempt it is the same.
   * @param result - At most 1 MiB as JSON; null if absent.
   * @throws `QUEUE_ATTEMPT_STALE` if it is no longer this attempt's, `QUEUE_JOB_UNKNOWN`, `QUEUE_PAYLOAD_INVALID`
   */
  readonly complete: (id: string, attempt: number, result?: Json) => Promise<void>
  /**
   * The attempt failed. Said twice by the same attempt it is the same.
   * @returns `failed` if it is tried again, else `dead`.
   * @throws As {@link JobQueue.complete}
   */
  readonly fail: (id: string, attempt: number, error: JobError, options?: FailOptions) => Promise<'failed' | 'dead'>
  /**
   * Nobody gets it any more; whose worker has it learns so by its heartbeat.
   * @returns Whether it is cancelled now: one that is done or dead stays what it is.
   * @throws `QUEUE_JOB_UNKNOWN`
   */
  readonly cancel: (id: string) => Promise<boolean>
  /**
   * Dead and cancelled jobs are ready again, with their payload, key and as many attempts as they had at first.
   * @returns The ids of those that came back: others, and those whose key another job has now, stay as they are.
   */
  readonly redrive: (ids: readonly string[]) => Promise<readonly string[]>
  /**
   * Sends a job at each time that a pattern names, once, however many processes claim. Runs that were missed while nobody claimed
   * are made up by one. The same name again replaces the schedule.
   * @throws `QUEUE_SCHEDULE_INVALID`, `QUEUE_PAYLOAD_INVALID`
   */
  readonly schedule: (
    name: string,
    cron: string,
    timezone: string,
    payload: Json,
    options?: ScheduleOptions,
  ) => Promise<Schedule>
  /** @returns Whether there was one of that name. */
  readonly unschedule: (name: string) => Promise<boolean>
  readonly schedules: () => Promise<readonly Schedule[]>
  /** Jobs, those sent last first. */
  readonly list: (options?: ListOptions) => Promise<readonly Job[]>
  readonly stats: (options?: Pick<ListOptions, 'kinds' | 'group'>) => Promise<JobStats>
  /** Lets go of files and connections. What is claimed stays so until its lease has passed. */
  readonly close: () => Promise<void>
}

export type QueueOptions = {
  /** Milliseconds since 1970; the clock of this machine if absent. PostgreSQL has its own. */
  readonly now?: (() => number) | undefined
  /** How long a job waits after an attempt that failed; from 2 s doubled with each, at most an hour, if absent. */
  readonly backoffMs?: ((attempt: number) => number) | undefined
}

export type SqliteQueueOptions = QueueOptions & {
  /** Made if absent. On a disk of this machine: it can't be shared over a network. */
  readonly file: string
}

export type PostgresQueueOptions = QueueOptions & {
  /** `postgres://user@host/database`. */
  readonly url: string
  /** Of the tables; `datacortex_queue` if absent. */
  readonly schema?: string | undefined
}

export type GitQueueOptions = QueueOptions & {
  /** A clone. Its work tree and its branches stay as they are: commits are made beside them and pushed. */
  readonly folder: string
  /** As git names it; `origin` if absent. */
  readonly remote?: string | undefined
  /** The one of the remote to which jobs are pushed, which must be there; nothing is pushed to another one. */
  readonly branch: string
  /** Folder of the jobs in the repository; `.datacore/queue` if absent. */
  readonly path?: string | undefined
  readonly signal?: AbortSignal | undefined
}
