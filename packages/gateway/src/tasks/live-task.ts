import type { TaskOutcome, TaskRequest } from '../agents/agent-service.ts'
import type { Artifact, Message, Metadata, Part, StreamResponse, Task, TaskState, TaskStatus } from '../a2a/wire.ts'
import { isResting, isTerminal } from '../a2a/wire.ts'
import { acceptedParts, takesWords } from '../a2a/accepted-parts.ts'
import type { ServedFile } from '../http/answer-file.ts'
import { EventQueue } from './event-queue.ts'
import type { PushConfig } from './push-config.ts'

export type TaskOwner = {
  /** Id of the agent, or undefined for the router's own. */
  readonly agent: string | undefined
  /** Name of the client that asked: nobody else is told that there is such a task. */
  readonly client: string
}

export type NewTask = {
  readonly id: string
  readonly contextId: string
  readonly owner: TaskOwner
  readonly message: Message
  readonly request: SentRequest
  /** Whether the client waits for an answer, and so takes one that needs no task. */
  readonly mayBeMessage?: boolean | undefined
  readonly now: () => number
  readonly newId: () => string
  /** Called with all that those who follow it are told. */
  readonly onEvent?: ((task: LiveTask, event: StreamResponse) => void) | undefined
}

/** What a client asks for, with all that it said before. */
export type SentRequest = Omit<TaskRequest, 'taskId' | 'contextId'>

export type TaskView = {
  /** The newest so many messages; all if absent. */
  readonly historyLength?: number | null | undefined
  readonly withoutArtifacts?: boolean | undefined
}

const answerId = 'answer'

/** A task while it runs and as long as it is kept: its state, and everybody who follows it. */
export class LiveTask {
  readonly id: string
  readonly contextId: string
  readonly owner: TaskOwner
  readonly controller: AbortController = new AbortController()
  #work: PromiseWithResolvers<void> = Promise.withResolvers()
  request: SentRequest
  readonly notified: Map<string, PushConfig> = new Map()
  readonly #history: Message[]
  readonly #options: NewTask
  readonly #queues = new Set<EventQueue>()
  /** Pieces of the answer so far: joined only when somebody looks. */
  #pieces: string[] = []
  #parts: readonly Part[] | undefined
  status: TaskStatus
  #metadata: Metadata | undefined
  served: readonly ServedFile[] = []
  /** The whole answer, of one that needed no task. */
  said: Message | undefined
  /** What it takes in memory, by and large; 0 until it is over. */
  sizeBytes = 0

  constructor(options: NewTask) {
    this.id = options.id
    this.contextId = options.contextId
    this.owner = options.owner
    this.request = options.request
    this.#history = [options.message]
    this.#options = options
    this.status = this.#statusOf('TASK_STATE_SUBMITTED')
  }

  /** Resolves when nobody works on it any more: then it is over, or waits for a further message. */
  get settled(): Promise<void> {
    return this.#work.promise
  }

  get isOver(): boolean {
    return isTerminal(this.status.state)
  }

  get isResting(): boolean {
    return isResting(this.status.state)
  }

  snapshot({ historyLength, withoutArtifacts = false }: TaskView = {}): Task {
    const artifact = withoutArtifacts ? undefined : this.#artifact()
    const history = historyLength === 0 ? [] : this.#history.slice(-(historyLength ?? this.#history.length))
    return {
      id: this.id,
      contextId: this.contextId,
      status: this.status,
      artifacts: artifact && [artifact],
      history: history.length === 0 ? undefined : history,
      metadata: this.#metadata,
    }
  }

  /** Everything that happens from now on, the task as it is first. Ends when nobody works on it, or the signal is aborted. */
  follow(signal: AbortSignal): AsyncIterable<StreamResponse> {
    const queue = new EventQueue(signal, () => this.#queues.delete(queue))
    queue.push({ task: this.snapshot() })
    if (this.isOver) queue.end()
    else this.#queues.add(queue)
    return queue
  }

  /** Takes a further message for a task that asked for it; it has to be run again. */
  resume(message: Message, request: SentRequest): void {
    this.#work = Promise.withResolvers()
    this.request = request
    const { message: asked } = this.status
    this.#history.push(...(asked === undefined ? [] : [asked]), message)
    this.#parts = undefined
    this.sizeBytes = 0
    this.#move('TASK_STATE_SUBMITTED')
  }

  begin(): void {
    this.#move('TASK_STATE_WORKING')
  }

  addOutput(text: string, { fresh }: { fresh: boolean }): void {
    if (this.isResting || text === '' || !takesWords(this.request.accepted ?? [])) return
    const append = !fresh && this.#pieces.length > 0
    if (append) this.#pieces.push(text)
    else this.#pieces = [text]
    this.#tellArtifact([{ text }], { append, lastChunk: false })
  }

  finish({ state, parts: all, message, metadata, served = [], isMessage = false }: TaskOutcome): void {
    if (this.isResting) return
    const parts = acceptedParts(all, this.request.accepted ?? [])
    this.served = served
    const streamed = this.#pieces.join('')
    const others = parts.filter(({ text }) => text !== streamed)
    const wasStreamed = streamed !== '' && others.length < parts.length
    this.#metadata = metadata
    if (parts.length > 0) {
      this.#parts = parts
      if (!wasStreamed) this.#tellArtifact(parts, { append: false, lastChunk: true })
      else if (others.length > 0) this.#tellArtifact(others, { append: true, lastChunk: true })
    } else if (state.endsWith('_REQUIRED')) this.#pieces = []
    if (isMessage && this.#options.mayBeMessage === true && this.#history.length === 1)
      this.said = { ...this.#message(parts), metadata }
    this.#move(state, message)
    this.#end()
  }

  cancel(message: string): void {
    if (this.isOver) return
    this.#move('TASK_STATE_CANCELED', message)
    this.#end()
  }

  #artifact(): Artifact | undefined {
    const parts = this.#parts ?? (this.#pieces.length > 0 ? [{ text: this.#pieces.join('') }] : [])
    return parts.length === 0 ? undefined : { artifactId: answerId, name: answerId, parts }
  }

  #tellArtifact(parts: readonly Part[], how: { readonly append: boolean; readonly lastChunk: boolean }): void {
    const { id: taskId, contextId } = this
    const artifact = { artifactId: answerId, name: answerId, parts }
    this.#tell({ artifactUpdate: { taskId, contextId, artifact, ...how } })
  }

  #move(state: TaskState, text?: string): void {
    this.status = this.#statusOf(state, text)
    const { id: taskId, contextId, status } = this
    this.#tell({ statusUpdate: { taskId, contextId, status, metadata: this.#metadata } })
  }

  #statusOf(state: TaskState, text?: string): TaskStatus {
    const message = text === undefined ? undefined : { ...this.#message([{ text }]), taskId: this.id }
    return { state, message, timestamp: new Date(this.#options.now()).toISOString() }
  }

  #message(parts: readonly Part[]): Message {
    return { messageId: this.#options.newId(), contextId: this.contextId, role: 'ROLE_AGENT', parts }
  }

  #tell(event: StreamResponse): void {
    for (const queue of this.#queues) queue.push(event)
    this.#options.onEvent?.(this, event)
  }

  #end(): void {
    this.#parts ??= this.#pieces.length > 0 ? [{ text: this.#pieces.join('') }] : undefined
    this.#pieces = []
    this.sizeBytes = Buffer.byteLength(JSON.stringify(this.#history)) + sizeOf(this.#parts ?? [])
    for (const queue of this.#queues) queue.end()
    this.#queues.clear()
    this.#work.resolve()
  }
}

function sizeOf(parts: readonly Part[]): number {
  // Answers may be large, so their texts are not written out for that.
  return parts.reduce(
    (sum, { text, raw, data }) => sum + Buffer.byteLength(text ?? raw ?? JSON.stringify(data ?? null)),
    0,
  )
}
