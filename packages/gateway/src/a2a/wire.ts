/** Every state of a task that a client may ask for, as A2A 1.0 spells them. */
export const taskStates = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_AUTH_REQUIRED',
] as const
export type TaskState = (typeof taskStates)[number]

const terminal: ReadonlySet<TaskState> = new Set([
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
])

export function isTerminal(state: TaskState): boolean {
  return terminal.has(state)
}

/** Whether nobody works on a task: it is over, or waits for a further message. */
export function isResting(state: TaskState): boolean {
  return state === 'TASK_STATE_INPUT_REQUIRED' || state === 'TASK_STATE_AUTH_REQUIRED' || isTerminal(state)
}

export type Metadata = Readonly<Record<string, unknown>>

/** A piece of a message or artifact: exactly one of `text`, `raw`, `url` and `data`. */
export type Part = {
  readonly text?: string | undefined
  readonly raw?: string | undefined
  readonly url?: string | undefined
  readonly data?: unknown
  readonly metadata?: Metadata | undefined
  readonly filename?: string | undefined
  readonly mediaType?: string | undefined
}

export type Message = {
  readonly messageId: string
  readonly contextId?: string | undefined
  readonly taskId?: string | undefined
  readonly role: 'ROLE_USER' | 'ROLE_AGENT'
  readonly parts: readonly Part[]
  readonly metadata?: Metadata | undefined
  readonly extensions?: readonly string[] | undefined
  readonly referenceTaskIds?: readonly string[] | undefined
}

export type Artifact = {
  readonly artifactId: string
  readonly name?: string | undefined
  readonly parts: readonly Part[]
}

/** Where a task is; `timestamp` is UTC, ISO 8601. */
export type TaskStatus = {
  readonly state: TaskState
  readonly message?: Message | undefined
  readonly timestamp: string
}

export type Task = {
  readonly id: string
  readonly contextId: string
  readonly status: TaskStatus
  readonly artifacts?: readonly Artifact[] | undefined
  readonly history?: readonly Message[] | undefined
  readonly metadata?: Metadata | undefined
}

/** One event of a stream: exactly one member. */
export type StreamResponse =
  | { readonly task: Task }
  | {
      readonly statusUpdate: {
        readonly taskId: string
        readonly contextId: string
        readonly status: TaskStatus
        /** That of the task, once it has some. */
        readonly metadata?: Metadata | undefined
      }
    }
  | {
      readonly artifactUpdate: {
        readonly taskId: string
        readonly contextId: string
        readonly artifact: Artifact
        readonly append: boolean
        readonly lastChunk: boolean
      }
    }
