import { ProtocolError } from '../a2a/protocol-error.ts'
import type { ListParams } from '../a2a/requests.ts'
import type { Task } from '../a2a/wire.ts'
import type { LiveTask } from './live-task.ts'

/** A page of tasks, the one that changed last first; with fewer than were asked for if they are large. */
export function listTasks(tasks: readonly LiveTask[], params: ListParams) {
  const { contextId, status, statusTimestampAfter, pageToken, historyLength } = params
  const pageSize = params.pageSize ?? 50
  const after = statusTimestampAfter ? Date.parse(statusTimestampAfter) : Number.NEGATIVE_INFINITY
  // In ProtoJSON null and the empty text stand for nothing.
  const wanted = tasks
    .filter((task) => !contextId || task.contextId === contextId)
    .filter((task) => !status || task.status.state === status)
    // Whatever its name says, the specification counts that very moment in.
    .filter((task) => Date.parse(task.status.timestamp) >= after)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))
  const from = pageToken ? readToken(pageToken) : undefined
  const rest = from === undefined ? wanted : wanted.filter((task) => keyOf(task) < from)
  const shown = rest
    .values()
    .take(pageSize)
    .map((task) => task.snapshot({ historyLength, withoutArtifacts: params.includeArtifacts !== true }))
  const page = withinSize(shown)
  const last = rest[page.length - 1]
  const isLast = last === undefined || rest.length === page.length
  const nextPageToken = isLast ? '' : Buffer.from(keyOf(last)).toString('base64url')
  return { tasks: page, nextPageToken, pageSize, totalSize: wanted.length }
}

/** Messages and answers may be large: a page of many of them would be as large as everything that is kept. */
function withinSize(tasks: Iterable<Task>): readonly Task[] {
  const page: Task[] = []
  let characters = 0
  for (const task of tasks) {
    characters += JSON.stringify(task).length
    if (page.length > 0 && characters > mostPageCharacters) break
    page.push(task)
  }
  return page
}

const mostPageCharacters = 5_000_000

function keyOf({ id, status }: LiveTask): string {
  return `${status.timestamp} ${id}`
}

function readToken(token: string): string {
  const key = Buffer.from(token, 'base64url').toString()
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z \S+$/.test(key))
    throw new ProtocolError('INVALID_PARAMS', 'This page token was not given by this server.', {
      violations: [{ field: 'pageToken', description: 'not a token of this server' }],
    })
  return key
}
