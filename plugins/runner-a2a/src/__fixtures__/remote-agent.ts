import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Part, AgentCard, Role, TaskState, formatSSEEvent } from '@a2a-js/sdk'
import type { ExecutionEventBus, RequestContext } from '@a2a-js/sdk/server'
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from '@a2a-js/sdk/server'

/** What a remote agent of a test does with a message. */
export type RemoteBehaviour = (turn: RemoteTurn) => Promise<void> | void

/** One message, and ways to answer it. */
export type RemoteTurn = {
  readonly text: string
  readonly message: (text: string) => void
  readonly task: () => void
  readonly artifact: (parts: readonly Part[], options?: { readonly append?: boolean; readonly id?: string }) => void
  readonly state: (state: TaskState, text?: string, metadata?: Readonly<Record<string, unknown>>) => void
}

/** A remote agent on this machine, with the server part of the protocol's own library. */
export type RemoteAgent = AsyncDisposable & {
  readonly url: string
  readonly headers: readonly IncomingMessage['headers'][]
  readonly cancelled: readonly string[]
  readonly open: () => number
}

/** A part that is text. */
export function textPart(value: string): Part {
  return { content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: 'text/plain' }
}

/** Starts a remote agent. `intercept` may answer a request before the protocol does. */
export async function startRemoteAgent(
  behave: RemoteBehaviour,
  options: {
    readonly streaming?: boolean
    readonly intercept?: (incoming: IncomingMessage, response: ServerResponse) => boolean
    readonly card?: (described: unknown) => object
  } = {},
): Promise<RemoteAgent> {
  const cancelled: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const busy = new Set<ServerResponse>()
  const server = createServer((incoming, response) => {
    headers.push(incoming.headers)
    busy.add(response)
    response.on('close', () => busy.delete(response))
    if (options.intercept?.(incoming, response) === true) return
    const described = AgentCard.toJSON(card)
    if (incoming.method === 'GET') sendJson(response, options.card?.(described) ?? described)
    else void answer(incoming, response, handler).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/agents/writer/`
  const card = AgentCard.fromJSON({
    name: 'Remote Writer',
    description: 'Writes, far away.',
    version: '1.0.0',
    supportedInterfaces: [{ url: `${url}rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: options.streaming ?? true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'write', name: 'Write', description: 'Writes.', tags: ['writing'] }],
  })
  const executor = {
    async execute(request: RequestContext, bus: ExecutionEventBus): Promise<void> {
      await behave(turnOf(request, bus))
      bus.finished()
    },
    async cancelTask(taskId: string, bus: ExecutionEventBus): Promise<void> {
      cancelled.push(taskId)
      const status = { state: TaskState.TASK_STATE_CANCELED, message: undefined, timestamp: undefined }
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId: '', metadata: undefined, status }))
      bus.finished()
    },
  }
  const handler = new JsonRpcTransportHandler(new DefaultRequestHandler(card, new InMemoryTaskStore(), executor))
  return {
    url,
    headers,
    cancelled,
    open: () => busy.size,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  handler: JsonRpcTransportHandler,
): Promise<void> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  const context = new ServerCallContext({ requestedVersion: String(incoming.headers['a2a-version'] ?? '') })
  const result = await handler.handle(text, context)
  if (!(Symbol.asyncIterator in result)) return sendJson(response, result)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for await (const event of result) response.write(formatSSEEvent(event))
  response.end()
}

function turnOf(request: RequestContext, bus: ExecutionEventBus): RemoteTurn {
  const { taskId, contextId, userMessage } = request
  const message = (text: string) => ({
    messageId: `m-${text.length}`,
    contextId,
    taskId: '',
    role: Role.ROLE_AGENT,
    parts: [textPart(text)],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  })
  return {
    text: userMessage.parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join(''),
    message: (text) => bus.publish(AgentEvent.message(message(text))),
    task: () =>
      bus.publish(
        AgentEvent.task({
          id: taskId,
          contextId,
          status: { state: TaskState.TASK_STATE_WORKING, message: undefined, timestamp: undefined },
          artifacts: [],
          history: [userMessage],
          metadata: undefined,
        }),
      ),
    artifact: (parts, { append = false, id = 'answer' } = {}) =>
      bus.publish(
        AgentEvent.artifactUpdate({
          taskId,
          contextId,
          append,
          lastChunk: false,
          metadata: undefined,
          artifact: {
            artifactId: id,
            name: '',
            description: '',
            parts: [...parts],
            metadata: undefined,
            extensions: [],
          },
        }),
      ),
    state: (state, text, metadata) =>
      bus.publish(
        AgentEvent.statusUpdate({
          taskId,
          contextId,
          metadata,
          status: { state, message: text === undefined ? undefined : message(text), timestamp: undefined },
        }),
      ),
  }
}

/** Ends every stream after its first event, as a proxy with a short limit does. */
export function endStreamEarly(_incoming: IncomingMessage, response: ServerResponse): boolean {
  const write = response.write.bind(response) as (chunk: string) => boolean
  Object.assign(response, {
    write(chunk: string) {
      const isWritten = write(chunk)
      response.end()
      return isWritten
    },
  })
  return false
}

/** Streams that are held after two events, and break off when told to, as a proxy does that waits no longer. */
export function cutStreams(): {
  readonly intercept: (incoming: IncomingMessage, response: ServerResponse) => boolean
  readonly cut: () => void
} {
  const streams = new Set<ServerResponse>()
  return {
    intercept(_incoming, response) {
      const write = response.write.bind(response) as (chunk: string) => boolean
      let events = 0
      Object.assign(response, {
        write(chunk: string) {
          streams.add(response)
          return (events += 1) > 2 ? false : write(chunk)
        },
      })
      return false
    },
    cut() {
      for (const stream of streams) stream.destroy()
    },
  }
}

/** Answers as an agent of version 0.3 does. */
export function answerAsOfOld(incoming: IncomingMessage, response: ServerResponse): boolean {
  if (incoming.method === 'GET') sendJson(response, oldCard(`http://${incoming.headers.host}/rpc`))
  else sendJson(response, { jsonrpc: '2.0', id: 1, result: oldMessage })
  return true
}

function oldCard(url: string): object {
  return {
    protocolVersion: '0.3.0',
    name: 'Old Writer',
    description: 'Writes as of old.',
    url,
    preferredTransport: 'JSONRPC',
    version: '1.0.0',
    capabilities: { streaming: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  }
}

const oldMessage = { kind: 'message', messageId: 'm', role: 'agent', parts: [{ kind: 'text', text: 'As of old.' }] }
