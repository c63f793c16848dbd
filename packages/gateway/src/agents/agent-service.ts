import type { Part } from '../a2a/wire.ts'

export type TaskRequest = {
  readonly taskId: string
  readonly contextId: string
  /** Texts of the message, one after the other; data parts as JSON. */
  readonly text: string
  readonly data: readonly unknown[]
  /** Id of the skill that the client names in `metadata.skill`. */
  readonly skill?: string | undefined
}

export type TaskOutcome = {
  /** `REJECTED` if nothing was begun. */
  readonly state: 'TASK_STATE_COMPLETED' | 'TASK_STATE_FAILED' | 'TASK_STATE_REJECTED'
  readonly parts: readonly Part[]
  readonly message?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

export type ServiceOptions = {
  /** Once aborted, the service has to end soon with the reason thrown. */
  readonly signal: AbortSignal
  /** Gets the answer piece by piece. `fresh` if it begins anew. */
  readonly onOutput: (text: string, options: { readonly fresh: boolean }) => void
}

export type AgentService = {
  execute(request: TaskRequest, options: ServiceOptions): Promise<TaskOutcome>
}
