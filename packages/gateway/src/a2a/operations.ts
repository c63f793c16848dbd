import type { AgentService } from '../agents/agent-service.ts'
import { type TaskList, listTasks } from '../tasks/list-tasks.ts'
import type { LiveTask, TaskOwner } from '../tasks/live-task.ts'
import type { TaskBoard } from '../tasks/task-board.ts'
import { parseParams } from './parse-params.ts'
import { ProtocolError } from './protocol-error.ts'
import { readMessage } from './read-message.ts'
import { ListParams, SendParams, TaskParams } from './requests.ts'
import type { StreamResponse, Task } from './wire.ts'

/** The agent that a request is for, and whose request it is. */
export type Endpoint = { readonly owner: TaskOwner; readonly service: AgentService }

/** The operations of A2A on one agent, the same under JSON-RPC and REST. Parameters are what came from outside. */
export type Operations = {
  sendMessage(params: unknown, signal: AbortSignal): Promise<{ readonly task: Task }>
  sendStreamingMessage(params: unknown, signal: AbortSignal): AsyncIterable<StreamResponse>
  getTask(params: unknown): Task
  listTasks(params: unknown): TaskList
  cancelTask(params: unknown): Promise<Task>
  subscribeToTask(params: unknown, signal: AbortSignal): AsyncIterable<StreamResponse>
}

export function operationsOf({ owner, service }: Endpoint, board: TaskBoard): Operations {
  const start = (params: SendParams): LiveTask => {
    const read = readMessage(params)
    const { taskId, contextId } = params.message
    if (taskId) throw continued(board.get(owner, taskId), contextId)
    return board.start({ owner, service, ...read })
  }
  return {
    sendMessage: async (params, signal) => {
      const sent = parseParams(params, SendParams)
      const { returnImmediately, historyLength } = sent.configuration ?? {}
      const task = start(sent)
      if (returnImmediately !== true) await settledOrAborted(task, signal)
      return { task: task.snapshot({ historyLength }) }
    },
    sendStreamingMessage: (params, signal) => start(parseParams(params, SendParams)).follow(signal),
    getTask: (params) => {
      const { id, historyLength } = parseParams(params, TaskParams)
      return board.get(owner, id).snapshot({ historyLength })
    },
    listTasks: (params) => listTasks(board.of(owner), parseParams(params, ListParams)),
    cancelTask: async (params) => (await board.cancel(owner, parseParams(params, TaskParams).id)).snapshot(),
    subscribeToTask: (params, signal) => {
      const task = board.get(owner, parseParams(params, TaskParams).id)
      if (task.isOver) throw new ProtocolError('UNSUPPORTED_OPERATION', `The task ${task.id} is over; get it instead.`)
      return task.follow(signal)
    },
  }
}

/** Why a message to a task that exists can't be taken: agents here get one message a task. */
function continued(task: LiveTask, contextId: string | null | undefined): ProtocolError {
  if (contextId && contextId !== task.contextId)
    return new ProtocolError('INVALID_PARAMS', `The task ${task.id} belongs to another context.`, {
      violations: [{ field: 'message.contextId', description: `is not that of the task, ${task.contextId}` }],
    })
  const state = task.isOver ? `is over (${task.status.state})` : 'is being worked on'
  return new ProtocolError(
    'UNSUPPORTED_OPERATION',
    `The task ${task.id} ${state} and takes no further message; send it without taskId.`,
  )
}

async function settledOrAborted(task: LiveTask, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = (): void => resolve()
  signal.addEventListener('abort', stop, { once: true })
  await Promise.race([task.settled, promise])
  signal.removeEventListener('abort', stop)
}
