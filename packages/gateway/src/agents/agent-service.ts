import type { Part } from '../a2a/wire.ts'

/** A file that came with a message: its bytes in base64, or where they lie. */
export type SentFile = Pick<Part, 'raw' | 'url' | 'filename' | 'mediaType'>

export type TaskRequest = {
  readonly taskId: string
  readonly contextId: string
  /** Texts of the message, one after the other; data parts as JSON. */
  readonly text: string
  readonly data: readonly unknown[]
  readonly files: readonly SentFile[]
  /** Id of the skill that the client names in `metadata.skill`. */
  readonly skill?: string | undefined
}

export type TaskOutcome = {
  /** `REJECTED` if nothing was begun; `INPUT_REQUIRED` if the agent asks something back, in `message`. */
  readonly state: 'TASK_STATE_COMPLETED' | 'TASK_STATE_FAILED' | 'TASK_STATE_REJECTED' | 'TASK_STATE_INPUT_REQUIRED'
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
  readonly takesFiles?: true | undefined
  execute(request: TaskRequest, options: ServiceOptions): Promise<TaskOutcome>
}
