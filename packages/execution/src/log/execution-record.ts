/** How a run ended. `aborted`: the caller stopped it, so it says nothing about the agent. */
export type ExecutionStatus = 'success' | 'partial' | 'failed' | 'timeout' | 'aborted'

export type ExecutionOutput = {
  readonly path: string
  /** What it is, such as `zettel`, `literature-note`, `answer`, else `file`; or that it changed, such as `created-during-run`. */
  readonly type: string
  /** `created` or `changed`, of a note that nobody named and that was seen to change. */
  readonly change?: string | undefined
}

export type ExecutionCheck = {
  readonly check: string
  /** `null`: nobody can tell, for the reason in `detail`. */
  readonly passed: boolean | null
  readonly detail?: string | undefined
}

/** What a person said about a run; `null` or `pending`: nothing yet. */
export type UserFeedback = null | 'pending' | 'positive' | 'negative' | 'revised'

export type SpawnedAgent = {
  readonly agent_id: string
  readonly execution_id: string
  readonly status: string
}

export type ExecutionFailure = {
  readonly code: string
  readonly message: string
  readonly transient: boolean
}

/**
 * One run of an agent as the log keeps it.
 * @see DIP-0016 §10.1
 */
export type Execution = {
  /** Unique in the space; see `newLogId`. */
  readonly id: string
  readonly agent_id: string
  /** When it started: UTC, ISO 8601. */
  readonly timestamp: string
  readonly task_id?: string | undefined
  readonly task?: string | undefined
  /** Milliseconds of a monotonic clock, never negative. */
  readonly duration_ms: number
  readonly tokens_in?: number | undefined
  readonly tokens_out?: number | undefined
  /** As the program or provider reports it. */
  readonly cost_usd?: number | undefined
  readonly status: ExecutionStatus
  readonly outputs: readonly ExecutionOutput[]
  readonly quality: {
    readonly user_feedback: UserFeedback
    readonly automated_checks: readonly ExecutionCheck[]
  }
  readonly spawned_agents: readonly SpawnedAgent[]
  readonly called_by?: string | undefined
  /** The client of the network in whose run an agent called; absent if nobody of the network is behind it, or called itself. */
  readonly client?: string | undefined
  readonly skill?: string | undefined
  readonly agent_version?: string | undefined
  /** SHA-256 of the prompt, the entry's own fields and its components: tells the versions of an agent apart. */
  readonly agent_hash?: string | undefined
  /** Of its components, each as `NAME@VERSION:HASH`. */
  readonly component_hashes?: readonly string[] | undefined
  readonly runner?: string | undefined
  readonly error?: ExecutionFailure | undefined
  /** How often it was tried; 1 if the first try ended it. */
  readonly attempts?: number | undefined
}

/** Whether the process of a run was killed, so that nobody knows how long it took and when it ended. */
export function wasInterrupted({ error }: Pick<Execution, 'error'>): boolean {
  return error?.code === 'EXECUTION_INTERRUPTED'
}
