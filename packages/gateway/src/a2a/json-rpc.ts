import { isRecord } from '@datacortex/platform'
import { type BodyLimits, readJsonBody } from '../http/read-json-body.ts'
import { checkVersion } from './check-version.ts'
import { eventResponse, presenceOf } from '../http/event-stream.ts'
import type { Operations } from './operations.ts'
import { ProtocolError } from './protocol-error.ts'
import { callOf03, eventFor03, resultFor03 } from './version-0-3.ts'
import type { StreamResponse } from './wire.ts'

type Id = string | number | null

export type EndpointOptions = {
  readonly limits: BodyLimits
  /** Whether clients of 0.3 are answered, too. */
  readonly speaks03: boolean
  readonly onBug: (error: unknown) => void
}

/** Answers a JSON-RPC request of A2A. See A2A 1.0.1 §9. */
export async function answerJsonRpc(
  request: Request,
  operations: Operations,
  { limits, speaks03, onBug }: EndpointOptions,
): Promise<Response> {
  let id: Id = null
  try {
    const body = await readJsonBody(request, limits)
    id = idOf(body)
    const asked = readCall(body)
    const isOld = checkVersion(request, { speaks03 }) === '0.3'
    const { method, params } = isOld ? callOf03(asked) : asked
    const presence = presenceOf(request)
    const result = await call(method, { params, operations, signal: presence.signal })
    if (!isStream(result))
      return json({ jsonrpc: '2.0', id, result: isOld ? resultFor03(method, result) : result }, 200)
    const wrap = (event: StreamResponse): object => ({ jsonrpc: '2.0', id, result: isOld ? eventFor03(event) : event })
    return eventResponse(result, { ...presence, wrap })
  } catch (thrown) {
    const error = protocolError(thrown, onBug)
    // JSON-RPC has its own codes; HTTP speaks up only for what concerns proxies and clients of HTTP.
    const status = ['TOO_LARGE', 'OVERLOADED', 'STOPPING'].includes(error.fault) ? error.httpStatus : 200
    return json({ jsonrpc: '2.0', id, error: error.toJsonRpc() }, status)
  }
}

/** What was thrown as an error of the protocol; of a bug nothing is said but that it was one. */
export function protocolError(thrown: unknown, onBug: (error: unknown) => void): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown
  onBug(thrown)
  return new ProtocolError('INTERNAL', 'The server broke; its log says why.')
}

type Call = {
  readonly params: unknown
  readonly operations: Operations
  readonly signal: AbortSignal
}

const methods: ReadonlyMap<string, (call: Call) => unknown> = new Map<string, (call: Call) => unknown>([
  ['SendMessage', async ({ operations, params, signal }) => await operations.sendMessage(params, signal)],
  ['SendStreamingMessage', ({ operations, params, signal }) => operations.sendStreamingMessage(params, signal)],
  ['GetTask', ({ operations, params }) => operations.getTask(params)],
  ['ListTasks', ({ operations, params }) => operations.listTasks(params ?? {})],
  ['CancelTask', async ({ operations, params }) => await operations.cancelTask(params)],
  ['SubscribeToTask', ({ operations, params, signal }) => operations.subscribeToTask(params, signal)],
  ['CreateTaskPushNotificationConfig', ({ operations, params }) => operations.createPush(params)],
  ['GetTaskPushNotificationConfig', ({ operations, params }) => operations.getPush(params)],
  ['ListTaskPushNotificationConfigs', ({ operations, params }) => operations.listPushes(params)],
  ['DeleteTaskPushNotificationConfig', ({ operations, params }) => operations.deletePush(params)],
  ['GetExtendedAgentCard', async ({ operations }) => await operations.extendedCard()],
])

async function call(method: string, asked: Call): Promise<unknown> {
  const known = methods.get(method)
  if (known !== undefined) return await known(asked)
  throw new ProtocolError('METHOD_NOT_FOUND', `There is no method ${JSON.stringify(method.slice(0, 100))}.`)
}

function readCall(body: unknown): { readonly method: string; readonly params: unknown } {
  if (!isRecord(body)) throw invalid('it is no object; batches are not taken')
  const { jsonrpc, method, params, id } = body
  if (jsonrpc !== '2.0') throw invalid('`jsonrpc` is not "2.0"')
  if (typeof method !== 'string' || method === '') throw invalid('`method` is no text')
  if (id === undefined) throw invalid('`id` is missing; there are no notifications in A2A')
  if (!isId(id)) throw invalid('`id` is neither a text nor a whole number')
  if (params !== undefined && !isRecord(params)) throw new ProtocolError('INVALID_PARAMS', '`params` is no object.')
  return { method, params }
}

function invalid(why: string): ProtocolError {
  return new ProtocolError('INVALID_REQUEST', `This is no JSON-RPC request: ${why}.`)
}

function idOf(body: unknown): Id {
  const id = isRecord(body) ? body['id'] : null
  return isId(id) ? id : null
}

function isId(id: unknown): id is Id {
  return id === null || typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id))
}

export function isStream(result: unknown): result is AsyncIterable<StreamResponse> {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result
}

function json(value: unknown, status: number): Response {
  return Response.json(value, { status, headers: { 'cache-control': 'no-store' } })
}
