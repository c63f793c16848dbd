import type { Part } from '../a2a/wire.ts'

/** What an agent is asked to do, as it came from a client. */
export type TaskRequest = {
  readonly taskId: string
  readonly contextId: string
  /** Texts of the message, one after the other; data parts as JSON. */
  readonly text: string
  /** Data parts as they are. */
  readonly data: readonly unknown[]
  /** Id of the skill that the client names in `metadata.skill`. */
  readonly skill?: string | undefined
}

/** What became of it. */
export type TaskOutcome = {
  /** `REJECTED` if nothing was begun. */
  readonly state: 'TASK_STATE_COMPLETED' | 'TASK_STATE_FAILED' | 'TASK_STATE_REJECTED'
  /** Of the artifact; none if there is no answer. */
  readonly parts: readonly Part[]
  /** What a person should be told beside it. */
  readonly message?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** How a service tells what happens, and how it is stopped. */
export type ServiceOptions = {
  /** Once aborted, the service has to end soon with the reason thrown. */
  readonly signal: AbortSignal
  /** Gets the answer piece by piece. `fresh` if it begins anew. */
  readonly onOutput: (text: string, options: { readonly fresh: boolean }) => void
}

/** An agent behind an address. */
export type AgentService = {
  execute(request: TaskRequest, options: ServiceOptions): Promise<TaskOutcome>
}
