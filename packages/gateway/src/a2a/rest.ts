import { decodedUri, recordOf } from '@datacortex/platform'
import { readJsonBody } from '../http/read-json-body.ts'
import { checkVersion } from './check-version.ts'
import { eventResponse, presenceOf } from '../http/event-stream.ts'
import { type EndpointOptions, protocolError } from './json-rpc.ts'
import type { Operations } from './operations.ts'
import { jsonName } from './parse-params.ts'
import { ProtocolError } from './protocol-error.ts'
import type { StreamResponse } from './wire.ts'

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

async function route(
  { request, path }: RestRequest,
  operations: Operations,
  { limits }: EndpointOptions,
): Promise<Response> {
  const presence = presenceOf(request)
  const events = (source: AsyncIterable<StreamResponse>): Response =>
    eventResponse(source, { ...presence, wrap: (event) => event })
  const [, task = '', push] =
    /^tasks\/([^/]+?)(?:\/pushNotificationConfigs(?:\/([^/]+))?|:(?:cancel|subscribe))?$/.exec(path) ?? []
  const [id, pushId] = [task, push ?? ''].map((name) => decodedUri(name) ?? name)
  const place = path.replace(/^tasks\/[^/]+?(?=$|\/|:(?:cancel|subscribe)$)/, 'tasks/*')
  const operation = `${request.method} ${push === undefined ? place : 'tasks/*/pushNotificationConfigs/*'}`
  switch (operation) {
    case 'POST message:send':
      return json(await operations.sendMessage(await readJsonBody(request, limits), presence.signal), 200)
    case 'POST message:stream':
      return events(operations.sendStreamingMessage(await readJsonBody(request, limits), presence.signal))
    case 'GET tasks':
      return json(operations.listTasks(query(request)), 200)
    case 'GET tasks/*':
      return json(operations.getTask({ ...query(request), id }), 200)
    case 'POST tasks/*:cancel':
      return json(await operations.cancelTask({ id }), 200)
    // The specification has both: GET in its proto, POST in its text.
    case 'GET tasks/*:subscribe':
    case 'POST tasks/*:subscribe':
      return events(operations.subscribeToTask({ id }, presence.signal))
    case 'GET extendedAgentCard':
      return json(await operations.extendedCard(), 200)
    case 'POST tasks/*/pushNotificationConfigs':
      return json(operations.createPush({ ...recordOf(await readJsonBody(request, limits)), taskId: id }), 200)
    case 'GET tasks/*/pushNotificationConfigs':
      return json(operations.listPushes({ taskId: id }), 200)
    case 'GET tasks/*/pushNotificationConfigs/*':
      return json(operations.getPush({ taskId: id, id: pushId }), 200)
    case 'DELETE tasks/*/pushNotificationConfigs/*':
      return json(operations.deletePush({ taskId: id, id: pushId }), 200)
    default:
      throw new ProtocolError('METHOD_NOT_FOUND', `There is no ${request.method} /${path.slice(0, 100)} here.`)
  }
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
