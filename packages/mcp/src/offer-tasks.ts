import {
  type Server,
  type ServerContext,
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Offer } from './offer.ts'
import type { ShownTask } from './task-store.ts'

export const tasksExtension = 'io.modelcontextprotocol/tasks'

type Request = Pick<ServerContext, 'mcpReq'>

/** Whether who asks can be given a task instead of an answer, as it has to say with each request. */
export function takesTasks({ mcpReq }: Request): boolean {
  return Capable.safeParse(mcpReq.envelope).success
}

const Capable = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ extensions: z.object({ [tasksExtension]: z.object({}) }) }),
})

/** Lets a client ask for its tasks, and stop them. */
export function offerTasks(server: Server, { tasks }: Offer): void {
  const params = z.object({ taskId: z.string() })
  const known = (taskId: string, request: Request): ShownTask => {
    if (!takesTasks(request))
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } })
    const task = tasks.get(taskId)
    if (task === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task here.')
    return task
  }
  server.setRequestHandler('tasks/get', { params }, ({ taskId }, request) => ({ ...known(taskId, request) }))
  server.setRequestHandler('tasks/cancel', { params }, ({ taskId }, request) => {
    known(taskId, request)
    tasks.cancel(taskId)
    return {}
  })
  // None of them asks for anything meanwhile.
  server.setRequestHandler('tasks/update', { params }, ({ taskId }, request) => {
    known(taskId, request)
    return {}
  })
}
