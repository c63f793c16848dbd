import { decodedUri, recordOf } from '@datacortex/platform'
import { readJsonBody } from '../http/read-json-body.ts'
import { checkVersion } from './check-version.ts'
import { eventResponse, presenceOf } from '../http/event-stream.ts'
import { type EndpointOptions, isStream, protocolError } from './json-rpc.ts'
import type { Operations } from './operations.ts'
import { jsonName } from './parse-params.ts'
import { ProtocolError } from './protocol-error.ts'

export type RestRequest = {
  readonly request: Request
  /** Below the agent's address, without the first slash: `tasks/1:cancel`. */
  readonly path: string
}

/** Answers a REST request of A2A. See A2A 1.0.1 §11. */
export async function answerRest(
  call: RestRequest,
  operations: Operations,
  options: EndpointOptions,
): Promise<Response> {
  try {
    checkVersion(call.request)
    return await route(call, operations, options)
  } catch (thrown) {
    const error = protocolError(thrown, options.onBug)
    return json(error.toRest(), error.httpStatus)
  }
}

type Asked = {
  readonly operations: Operations
  readonly signal: AbortSignal
  readonly body: () => Promise<unknown>
  readonly members: Readonly<Record<string, unknown>>
  /** Of a task, and of a configuration of its notifications. */
  readonly id: string
  readonly pushId: string
}

const subscribe = ({ operations, id, signal }: Asked): unknown => operations.subscribeToTask({ id }, signal)

/** Operations by method and place, where `*` stands for an id. */
const routes: ReadonlyMap<string, (asked: Asked) => unknown> = new Map<string, (asked: Asked) => unknown>([
  ['POST message:send', async ({ operations, body, signal }) => await operations.sendMessage(await body(), signal)],
  [
    'POST message:stream',
    async ({ operations, body, signal }) => operations.sendStreamingMessage(await body(), signal),
  ],
  ['GET tasks', ({ operations, members }) => operations.listTasks(members)],
  ['GET tasks/*', ({ operations, members, id }) => operations.getTask({ ...members, id })],
  ['POST tasks/*:cancel', async ({ operations, id }) => await operations.cancelTask({ id })],
  // The specification has both: GET in its proto, POST in its text.
  ['GET tasks/*:subscribe', subscribe],
  ['POST tasks/*:subscribe', subscribe],
  ['GET extendedAgentCard', async ({ operations }) => await operations.extendedCard()],
  [
    'POST tasks/*/pushNotificationConfigs',
    async ({ operations, body, id: taskId }) => operations.createPush({ ...recordOf(await body()), taskId }),
  ],
  ['GET tasks/*/pushNotificationConfigs', ({ operations, id }) => operations.listPushes({ taskId: id })],
  [
    'GET tasks/*/pushNotificationConfigs/*',
    ({ operations, id, pushId }) => operations.getPush({ taskId: id, id: pushId }),
  ],
  [
    'DELETE tasks/*/pushNotificationConfigs/*',
    ({ operations, id, pushId }) => operations.deletePush({ taskId: id, id: pushId }),
  ],
])

async function route(
  { request, path }: RestRequest,
  operations: Operations,
  { limits }: EndpointOptions,
): Promise<Response> {
  const presence = presenceOf(request)
  const [, task = '', push] =
    /^tasks\/([^/]+?)(?:\/pushNotificationConfigs(?:\/([^/]+))?|:(?:cancel|subscribe))?$/.exec(path) ?? []
  const [id = '', pushId = ''] = [task, push ?? ''].map((name) => decodedUri(name) ?? name)
  const place = path.replace(/^tasks\/[^/]+?(?=$|\/|:(?:cancel|subscribe)$)/, 'tasks/*')
  const operation = routes.get(`${request.method} ${push === undefined ? place : 'tasks/*/pushNotificationConfigs/*'}`)
  if (operation === undefined)
    throw new ProtocolError('METHOD_NOT_FOUND', `There is no ${request.method} /${path.slice(0, 100)} here.`)
  const body = async (): Promise<unknown> => await readJsonBody(request, limits)
  const result = await operation({ operations, signal: presence.signal, body, members: query(request), id, pushId })
  return isStream(result) ? eventResponse(result, presence) : json(result, 200)
}

/** Members of the query; those that are numbers or flags as such, if they are. */
function query(request: Request): Readonly<Record<string, unknown>> {
  const members = [...new URL(request.url).searchParams].map(([key, value]): readonly [string, unknown] => {
    const name = jsonName(key)
    const isNumber = (name === 'pageSize' || name === 'historyLength') && /^-?\d{1,15}$/.test(value)
    const isFlag = name === 'includeArtifacts' && /^(?:true|false)$/.test(value)
    return [name, isNumber ? Number(value) : isFlag ? value === 'true' : value]
  })
  return Object.fromEntries(members)
}

function json(value: unknown, status: number): Response {
  const headers = { 'content-type': 'application/a2a+json', 'cache-control': 'no-store' }
  return new Response(JSON.stringify(value), { status, headers })
}
