import type { Part } from '../a2a/wire.ts'
import type { ServedFile } from '../http/answer-file.ts'

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
  /** Media types that the client takes; all if there are none. */
  readonly accepted?: readonly string[] | undefined
}

export type TaskOutcome = {
  /** `REJECTED` if nothing was begun; `INPUT_REQUIRED` and `AUTH_REQUIRED` if the agent waits for what `message` says. */
  readonly state: `TASK_STATE_${'COMPLETED' | 'FAILED' | 'REJECTED' | 'INPUT_REQUIRED' | 'AUTH_REQUIRED'}`
  readonly parts: readonly Part[]
  /** Files that its parts name by their place, from 1, at the address of the task. */
  readonly served?: readonly ServedFile[] | undefined
  /** Whether it is an answer that needs no task. */
  readonly isMessage?: boolean | undefined
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
