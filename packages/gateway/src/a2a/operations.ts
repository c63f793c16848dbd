import { orAborted } from '@datacortex/platform'
import type { AgentService } from '../agents/agent-service.ts'
import { listTasks } from '../tasks/list-tasks.ts'
import type { LiveTask, SentRequest, TaskOwner } from '../tasks/live-task.ts'
import { type PushConfig, PushParams } from '../tasks/push-config.ts'
import type { TaskBoard } from '../tasks/task-board.ts'
import { parseParams } from './parse-params.ts'
import { ProtocolError } from './protocol-error.ts'
import { readMessage } from './read-message.ts'
import { ListParams, PushIdParams, PushListParams, SendParams, TaskParams } from './requests.ts'

/** The agent that a request is for, and whose request it is. */
export type Endpoint = {
  readonly owner: TaskOwner
  readonly service: AgentService
  /** What a client that is signed in may know; undefined where nobody has to sign in. */
  readonly extendedCard: (() => Promise<object>) | undefined
}

/** The operations of A2A on one agent, the same under JSON-RPC and REST. Parameters are what came from outside. */
export type Operations = ReturnType<typeof operationsOf>

export function operationsOf({ owner, service, extendedCard }: Endpoint, board: TaskBoard) {
  const start = (params: SendParams, mayBeMessage = false): LiveTask => {
    const { message, request } = readMessage(params, service)
    const { taskId, contextId } = params.message
    const task = taskId ? waitingTask(board.get(owner, taskId), contextId) : undefined
    const push = params.configuration?.taskPushNotificationConfig
    const asked = task === undefined ? request : continued(task, request)
    const started = board.start({ owner, service, message, request: asked, task, mayBeMessage })
    if (push) keepPush(started, push)
    return started
  }
  return {
    sendMessage: async (params: unknown, signal: AbortSignal) => {
      const sent = parseParams(params, SendParams)
      const { returnImmediately, historyLength, taskPushNotificationConfig: push } = sent.configuration ?? {}
      // Anyone who follows it, or goes on with it, needs a task.
      const task = start(sent, returnImmediately !== true && !push)
      // A client that went away is answered all the same.
      if (returnImmediately !== true) await orAborted(task.settled, signal).catch(() => undefined)
      return task.said === undefined ? { task: task.snapshot({ historyLength }) } : { message: task.said }
    },
    sendStreamingMessage: (params: unknown, signal: AbortSignal) =>
      start(parseParams(params, SendParams)).follow(signal),
    getTask: (params: unknown) => {
      const { id, historyLength } = parseParams(params, TaskParams)
      return board.get(owner, id).snapshot({ historyLength })
    },
    listTasks: (params: unknown) => listTasks(board.of(owner), parseParams(params, ListParams)),
    cancelTask: async (params: unknown) => (await board.cancel(owner, parseParams(params, TaskParams).id)).snapshot(),
    createPush: (params: unknown) => {
      const push = parseParams(params, PushParams)
      return keepPush(board.get(owner, push.taskId ?? ''), push)
    },
    getPush: (params: unknown) => {
      const { taskId, id } = parseParams(params, PushIdParams)
      const push = board.get(owner, taskId).notified.get(id)
      if (push !== undefined) return push
      throw new ProtocolError('TASK_NOT_FOUND', `The task ${taskId} has no such configuration of notifications.`)
    },
    listPushes: (params: unknown) => {
      const { taskId } = parseParams(params, PushListParams)
      return { configs: [...board.get(owner, taskId).notified.values()], nextPageToken: '' }
    },
    deletePush: (params: unknown) => {
      const { taskId, id } = parseParams(params, PushIdParams)
      board.get(owner, taskId).notified.delete(id)
      return {}
    },
    extendedCard: async () => {
      if (extendedCard !== undefined) return await extendedCard()
      throw new ProtocolError('UNSUPPORTED_OPERATION', 'There is no extended card; the public one says everything.')
    },
    /** A file of an answer that was too large to stand in it, by its place from 1. */
    file: (id: string, place: string) => board.get(owner, id).served[Number(place) - 1],
    subscribeToTask: (params: unknown, signal: AbortSignal) => {
      const task = board.get(owner, parseParams(params, TaskParams).id)
      if (task.isOver) throw new ProtocolError('UNSUPPORTED_OPERATION', `The task ${task.id} is over; get it instead.`)
      return task.follow(signal)
    },
  }
}

/** The task that a message is for. Throws if it did not ask for any. */
function waitingTask(task: LiveTask, contextId: string | null | undefined): LiveTask {
  if (contextId && contextId !== task.contextId)
    throw new ProtocolError('INVALID_PARAMS', `The task ${task.id} belongs to another context.`, {
      violations: [{ field: 'message.contextId', description: `is not that of the task, ${task.contextId}` }],
    })
  if (task.isResting && !task.isOver) return task
  const state = task.isOver ? `is over (${task.status.state})` : 'is being worked on'
  throw new ProtocolError(
    'UNSUPPORTED_OPERATION',
    `The task ${task.id} ${state} and takes no further message; send it without taskId.`,
  )
}

/** All that the task was asked so far, what it asked back, and the answer to that: an agent remembers no earlier run. */
function continued({ request: before, status }: LiveTask, { text, ...request }: SentRequest): SentRequest {
  const asked = status.message?.parts[0]?.text ?? ''
  const whole = `${before.text}\n\nYou asked back:\n\n${asked}\n\nThe answer:\n\n${text}`
  if (whole.length > mostCharacters)
    throw new ProtocolError('TOO_LARGE', `The messages of a task have ${mostCharacters} characters together at most.`)
  const data = [...before.data, ...request.data]
  const files = [...before.files, ...request.files]
  return { ...request, text: whole, data, files, skill: request.skill ?? before.skill }
}

const mostCharacters = 2_000_000
const mostPushes = 10

function keepPush(
  { id: taskId, notified }: LiveTask,
  { id: given, url, token, authentication }: PushParams,
): PushConfig {
  // After one was deleted the next number may be taken.
  let number = notified.size + 1
  while (notified.has(`push-${number}`)) number += 1
  const id = given || `push-${number}`
  if (notified.size >= mostPushes && !notified.has(id))
    throw new ProtocolError('INVALID_PARAMS', `A task tells ${mostPushes} addresses at most.`)
  const kept = { id, taskId, url, token, authentication }
  notified.set(id, kept)
  return kept
}
