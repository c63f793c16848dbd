import type { Logger } from '@datacortex/plugin'
import { ProtocolError } from '../a2a/protocol-error.ts'
import type { AgentService } from '../agents/agent-service.ts'
import { LiveTask, type NewTask, type TaskOwner } from './live-task.ts'

// A timer for longer than this would fire at once.
const longestTimer = 2 ** 31 - 1

export type TaskLimits = {
  /** That run at the same time; the others wait their turn. */
  readonly runningTasks: number
  readonly waitingTasks: number
  /** That are kept once they are over, those that ended last. */
  readonly keptTasks: number
  /** Of messages and answers of tasks that are kept once they are over; the one that ended last is kept at any size. */
  readonly keptBytes: number
}

export type StartTask = Pick<NewTask, 'owner' | 'message' | 'request' | 'mayBeMessage'> & {
  readonly service: AgentService
  /** A task of the owner that asked for this message. */
  readonly task?: LiveTask | undefined
}

export type BoardOptions = Pick<NewTask, 'now' | 'newId' | 'onEvent'> & {
  readonly limits: TaskLimits
  readonly log: Logger
}

/** All tasks of a server: starts them in turn, keeps the newest that are over, and ends them when the server stops. */
export class TaskBoard {
  readonly #options: BoardOptions
  /** In the order in which they were started or, if they are over, ended. */
  readonly #tasks = new Map<string, LiveTask>()
  readonly #waiting: { readonly task: LiveTask; readonly run: () => Promise<void> }[] = []
  readonly #running = new Set<LiveTask>()
  #stopping = false

  constructor(options: BoardOptions) {
    this.#options = options
  }

  /** Begins a task, or lets it wait its turn. Throws ProtocolError OVERLOADED or STOPPING. */
  start({ owner, service, message, request, task: earlier, mayBeMessage }: StartTask): LiveTask {
    const { limits, ...options } = this.#options
    if (this.#stopping) throw new ProtocolError('STOPPING', 'The server is stopping and takes no new tasks.')
    if (this.#running.size + this.#waiting.length >= limits.runningTasks + limits.waitingTasks)
      throw new ProtocolError('OVERLOADED', `${limits.waitingTasks} tasks are waiting already; try again later.`)
    const id = earlier?.id ?? options.newId()
    const contextId = earlier?.contextId ?? message.contextId ?? options.newId()
    const known = { ...message, taskId: id, contextId }
    const task = earlier ?? new LiveTask({ ...options, id, contextId, owner, message: known, request, mayBeMessage })
    earlier?.resume(known, request)
    this.#tasks.set(id, task)
    this.#waiting.push({ task, run: async () => await this.#run(task, service) })
    // After the answer to the request: a stream begins with the task as it was submitted.
    queueMicrotask(() => this.#next())
    return task
  }

  /** A task. Throws ProtocolError TASK_NOT_FOUND, also if it belongs to another agent or client. */
  get(owner: TaskOwner, id: string): LiveTask {
    const task = this.#tasks.get(id)
    if (task === undefined || !isOf(owner, task))
      throw new ProtocolError(
        'TASK_NOT_FOUND',
        `There is no task ${JSON.stringify(id)}; those long over are forgotten.`,
      )
    return task
  }

  of(owner: TaskOwner): readonly LiveTask[] {
    return [...this.#tasks.values()].filter((task) => isOf(owner, task))
  }

  async cancel(owner: TaskOwner, id: string): Promise<LiveTask> {
    const task = this.get(owner, id)
    if (task.isOver) throw notCancelable(task)
    this.#stop(task, 'Canceled by the client.')
    await task.settled
    if (task.status.state !== 'TASK_STATE_CANCELED') throw notCancelable(task)
    return task
  }

  /** Takes no new tasks, waits for those that there are, and cancels what is left after the time. */
  async close(limitMs: number): Promise<void> {
    this.#stopping = true
    const open = [...this.#tasks.values()].filter(({ isResting }) => !isResting)
    if (open.length === 0) return
    const { promise: over, resolve } = Promise.withResolvers<'over'>()
    const timer = setTimeout(() => resolve('over'), Math.min(limitMs, longestTimer))
    const done = Promise.all(open.map(async ({ settled }) => await settled))
    const outcome = await Promise.race([done, over])
    clearTimeout(timer)
    if (outcome !== 'over') return
    for (const task of open) if (!task.isResting) this.#stop(task, 'The server stopped before it was done.')
    await done
  }

  #stop(task: LiveTask, reason: string): void {
    const place = this.#waiting.findIndex((waiting) => waiting.task === task)
    if (place >= 0 || task.isResting) {
      if (place >= 0) this.#waiting.splice(place, 1)
      task.cancel(reason)
      this.#keep(task)
    } else task.controller.abort(new DOMException(reason, 'AbortError'))
  }

  #next(): void {
    while (this.#running.size < this.#options.limits.runningTasks) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      const { task, run } = next
      this.#running.add(task)
      void run().finally(() => {
        this.#running.delete(task)
        this.#keep(task)
        this.#next()
      })
    }
  }

  async #run(task: LiveTask, service: AgentService): Promise<void> {
    const { id: taskId, contextId, controller, request } = task
    const { signal } = controller
    task.begin()
    try {
      const outcome = await service.execute(
        { ...request, taskId, contextId },
        { signal, onOutput: (text, how) => task.addOutput(text, how) },
      )
      task.finish(outcome)
    } catch (error) {
      if (signal.aborted) return task.cancel(signal.reason instanceof Error ? signal.reason.message : 'Canceled.')
      // What a bug says is for the log; it may hold anything.
      this.#options.log.error({ task: taskId, ...task.owner, err: String(error) }, 'a task broke')
      task.finish({
        state: 'TASK_STATE_FAILED',
        parts: [],
        message: 'The agent broke; the log of the server says why.',
      })
    }
  }

  /** Keeps a task that nobody works on, and forgets others for it if they are too many or too large together. */
  #keep(task: LiveTask): void {
    // However long it took: anyone who waits for it can ask for it now.
    this.#tasks.delete(task.id)
    // Nobody was given its id.
    if (task.said !== undefined) return
    this.#tasks.set(task.id, task)
    const { keptTasks, keptBytes } = this.#options.limits
    let tooMany = this.#tasks.size - keptTasks
    let tooLarge = -keptBytes
    for (const { isResting, sizeBytes } of this.#tasks.values()) if (isResting) tooLarge += sizeBytes
    for (const [id, { isResting, sizeBytes }] of this.#tasks) {
      if ((tooMany <= 0 && tooLarge <= 0) || id === task.id) return
      if (!isResting) continue
      this.#tasks.delete(id)
      tooMany -= 1
      tooLarge -= sizeBytes
    }
  }
}

function isOf({ agent, client }: TaskOwner, { owner }: LiveTask): boolean {
  return owner.agent === agent && owner.client === client
}

function notCancelable({ id, status }: LiveTask): ProtocolError {
  return new ProtocolError('TASK_NOT_CANCELABLE', `The task ${id} is over: ${status.state}.`)
}
