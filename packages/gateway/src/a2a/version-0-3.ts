import { isRecord, recordOf } from '@datacortex/platform'
import { ProtocolError } from './protocol-error.ts'
import type { Artifact, Message, Part, StreamResponse, Task, TaskStatus } from './wire.ts'

type Call = { readonly method: string; readonly params: unknown }
type Fields = Readonly<Record<string, unknown>>

const methods: Readonly<Record<string, string>> = {
  'message/send': 'SendMessage',
  'message/stream': 'SendStreamingMessage',
  'tasks/get': 'GetTask',
  'tasks/cancel': 'CancelTask',
  'tasks/resubscribe': 'SubscribeToTask',
  'tasks/pushNotificationConfig/set': 'CreateTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/get': 'GetTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/list': 'ListTaskPushNotificationConfigs',
  'tasks/pushNotificationConfig/delete': 'DeleteTaskPushNotificationConfig',
  'agent/getAuthenticatedExtendedCard': 'GetExtendedAgentCard',
}

/** A call of A2A 0.3 as 1.0 has it. See https://a2a-protocol.org/v0.3.0/specification */
export function callOf03({ method, params }: Call): Call {
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined
  const name = JSON.stringify(method.slice(0, 100))
  if (known === undefined) throw new ProtocolError('METHOD_NOT_FOUND', `There is no method ${name} in A2A 0.3.`)
  const given = recordOf(params)
  if (known.startsWith('Send')) return { method: known, params: { ...given, ...sentOf03(given) } }
  if (!known.includes('Push')) return { method: known, params }
  const { id, pushNotificationConfigId, pushNotificationConfig } = given
  if (known.startsWith('Create'))
    return { method: known, params: { taskId: given['taskId'], ...pushOf03(pushNotificationConfig) } }
  // A task that has only one configuration need not name it.
  return { method: known, params: { taskId: id, id: pushNotificationConfigId ?? 'push-1' } }
}

function sentOf03({ message, configuration }: Fields): Fields {
  const { role, parts, ...sent } = recordOf(message)
  const read: unknown = Array.isArray(parts) ? parts.map(partOf03) : parts
  const { blocking, pushNotificationConfig: push, ...rest } = recordOf(configuration)
  return {
    message: isRecord(message) ? { ...sent, role: role === 'user' ? 'ROLE_USER' : role, parts: read } : message,
    configuration: {
      ...rest,
      returnImmediately: blocking === false,
      ...(isRecord(push) ? { taskPushNotificationConfig: pushOf03(push) } : {}),
    },
  }
}

function pushOf03(push: unknown): Fields {
  const { authentication, ...config } = recordOf(push)
  const { schemes, credentials } = recordOf(authentication)
  const scheme: unknown = Array.isArray(schemes) ? schemes[0] : undefined
  return { ...config, ...(scheme === undefined ? {} : { authentication: { scheme, credentials } }) }
}

function partOf03(part: unknown): Fields {
  const { text, data, file, metadata } = recordOf(part)
  const { bytes: raw, uri: url, name: filename, mimeType: mediaType } = recordOf(file)
  return { text, data, raw, url, filename, mediaType, metadata }
}

/** What a call answers, as readers of 0.3 know it. */
export function resultFor03(method: string, result: unknown): unknown {
  if (method === 'SendMessage') {
    const sent = result as { task: Task } | { message: Message }
    return 'message' in sent ? messageFor03(sent.message) : taskFor03(sent.task)
  }
  if (method === 'GetTask' || method === 'CancelTask') return taskFor03(result as Task)
  if (method.startsWith('Delete')) return null
  if (method.startsWith('List')) return (result as { configs: readonly Fields[] }).configs.map(pushFor03)
  return method.includes('Push') ? pushFor03(result as Fields) : result
}

/** An event of a stream, as readers of 0.3 know it. */
export function eventFor03(event: StreamResponse): Fields {
  if ('task' in event) return taskFor03(event.task)
  if ('artifactUpdate' in event) {
    const { artifact, ...update } = event.artifactUpdate
    return { kind: 'artifact-update', ...update, artifact: artifactFor03(artifact) }
  }
  const { status, ...update } = event.statusUpdate
  const said = statusFor03(status)
  return { kind: 'status-update', ...update, status: said, final: !['submitted', 'working'].includes(said.state) }
}

function taskFor03({ status, artifacts, history, ...task }: Task): Fields {
  return {
    kind: 'task',
    ...task,
    status: statusFor03(status),
    artifacts: artifacts?.map(artifactFor03),
    history: history?.map(messageFor03),
  }
}

function statusFor03({ state, message, ...status }: TaskStatus): Fields & { readonly state: string } {
  const name = state.slice('TASK_STATE_'.length).toLowerCase().replaceAll('_', '-')
  return { ...status, state: name, message: message && messageFor03(message) }
}

function messageFor03({ role, parts, ...message }: Message): Fields {
  return { kind: 'message', ...message, role: role === 'ROLE_USER' ? 'user' : 'agent', parts: parts.map(partFor03) }
}

function artifactFor03({ parts, ...artifact }: Artifact): Fields {
  return { ...artifact, parts: parts.map(partFor03) }
}

function partFor03({ text, data, raw: bytes, url: uri, filename: name, mediaType: mimeType, metadata }: Part): Fields {
  if (text !== undefined) return { kind: 'text', text, metadata }
  if (data !== undefined) return { kind: 'data', data: isRecord(data) ? data : { value: data }, metadata }
  return { kind: 'file', file: { bytes, uri, name, mimeType }, metadata }
}

function pushFor03({ taskId, authentication, ...config }: Fields): Fields {
  const { scheme, credentials } = recordOf(authentication)
  const as = scheme === undefined ? {} : { authentication: { schemes: [scheme], credentials } }
  return { taskId, pushNotificationConfig: { ...config, ...as } }
}
