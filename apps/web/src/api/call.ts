import type { FileChange, InputOf, OperationName, OutputOf, SpaceEvent } from '@datacortex/space'
import { texts } from '../texts.ts'
import { apiBase } from './base.ts'
import type { Session } from './session.ts'

/** What went wrong, as the engine says it. */
export class ApiError extends Error {
  readonly code: string
  readonly hint: string | undefined

  constructor({ code, message, hint }: { readonly code: string; readonly message: string; readonly hint?: string }) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

/** An operation that goes on at the server, seen or not. */
export type KeptWork = {
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly state: 'running' | 'ended' | 'failed' | 'stopped'
  readonly began_at: string
}

/** What a work says, with its number. */
export type WorkEvent = { readonly id: number; readonly event: SpaceEvent<object> }

export type Api = {
  readonly session: Session
  readonly call: <Name extends OperationName>(
    name: Name,
    input: InputOf<Name>,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<OutputOf<Name>>
  /** What changes in the space from now on, no matter who writes it. */
  readonly changes: (options: { readonly signal: AbortSignal }) => AsyncGenerator<ReportedChange>
  /** The podcast of a run of research. */
  readonly audio: (run: string, signal: AbortSignal) => Promise<Blob>
  /** A file that a note shows or links to. */
  readonly attachment: (note: string, path: string, signal: AbortSignal) => Promise<Blob>
  /** Begins an operation that outlives the page; its id. */
  readonly begin: <Name extends OperationName>(name: Name, input: InputOf<Name>) => Promise<string>
  /** The works that the server knows, the newest first. */
  readonly works: () => Promise<readonly KeptWork[]>
  /** What a work said after an event, and says. */
  readonly replay: (
    id: string,
    options: { readonly after: number; readonly signal: AbortSignal },
  ) => AsyncGenerator<WorkEvent>
  /** Stops a work on the server. */
  readonly stop: (id: string) => Promise<void>
}

type Sent = {
  readonly method?: string
  readonly body?: string
  readonly signal?: AbortSignal
  readonly headers?: object
}

/** `watching`: from now on all is told; what changed before is not. */
export type ReportedChange = { readonly type: 'watching' } | ({ readonly type: 'changed' } & FileChange)

export function apiOf(session: Session): Api {
  const send = async (name: string, { method = 'POST', headers, ...init }: Sent): Promise<Response> => {
    const all = { authorization: `Bearer ${session.token}`, 'content-type': 'application/json', ...headers }
    const response = await fetch(new URL(name, apiBase), { method, headers: all, ...init }).catch((error: unknown) => {
      if (error instanceof TypeError) throw new ApiError({ code: 'UNREACHABLE', message: texts.unreachable })
      throw error
    })
    if (!response.ok) throw await errorOf(response)
    return response
  }
  return {
    session,
    call: async (name, input, options = {}) =>
      (await send(name, { body: JSON.stringify(input), ...options })).json() as never,
    audio: async (run, signal) => await (await send(`research/${run}/audio`, { method: 'GET', signal })).blob(),
    attachment: async (note, path, signal) => {
      const query = new URLSearchParams({ note, path }).toString()
      return await (await send(`notes/attachment?${query}`, { method: 'GET', signal })).blob()
    },
    begin: async (name, input) => {
      const response = await send(name, { body: JSON.stringify(input), headers: { prefer: 'respond-async' } })
      return ((await response.json()) as { readonly work: string }).work
    },
    works: async () =>
      ((await (await send('works', { method: 'GET' })).json()) as { readonly works: readonly KeptWork[] }).works,
    replay: async function* (id, { after, signal }) {
      const headers = { accept: 'text/event-stream', 'last-event-id': String(after) }
      yield* eventsOf(await send(`works/${id}`, { method: 'GET', headers, signal }))
    },
    changes: async function* ({ signal }) {
      const headers = { accept: 'text/event-stream' }
      for await (const { event } of eventsOf(await send('changes', { method: 'GET', headers, signal }))) yield event
    },
    stop: async (id) => void (await send(`works/${id}`, { method: 'DELETE' })),
  }
}

/** The events of an answer, with their numbers where they have some. */
async function* eventsOf({ body }: Response): AsyncGenerator<{ readonly id: number; readonly event: never }> {
  if (body === null) return
  let text = ''
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const one of events) {
      const [, id = '0', data] = /^(?:id: (\d+)\n)?data: (.*)$/.exec(one) ?? []
      if (data === undefined) continue
      const event = JSON.parse(data) as { readonly type: string; readonly error?: never }
      if (event.type === 'error') throw new ApiError(event.error ?? { code: 'UNKNOWN', message: '' })
      yield { id: Number(id), event: event as never }
    }
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as { readonly error?: { readonly message?: string } }
  const { message = response.statusText, ...rest } = body.error ?? {}
  return new ApiError({ ...rest, code: 'code' in rest ? String(rest.code) : String(response.status), message })
}
