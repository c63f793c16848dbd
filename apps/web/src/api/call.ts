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

type Sent = {
  readonly method?: string
  readonly body?: string
  readonly signal?: AbortSignal
  readonly headers?: object
}

/** `watching`: from now on all is told; what changed before is not. */
export type ReportedChange = { readonly type: 'watching' } | ({ readonly type: 'changed' } & FileChange)

export type Api = ReturnType<typeof apiOf>

export function apiOf(session: Session) {
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
    /** Whether who is signed in has a right. */
    may: (right: string): boolean => session.rights.includes(right),
    call: async <Name extends OperationName>(
      name: Name,
      input: InputOf<Name>,
      options: { readonly signal?: AbortSignal } = {},
    ): Promise<OutputOf<Name>> => (await send(name, { body: JSON.stringify(input), ...options })).json() as never,
    /** The podcast of a run of research. */
    audio: async (run: string, signal: AbortSignal) =>
      await (await send(`research/${run}/audio`, { method: 'GET', signal })).blob(),
    /** A file that a note shows or links to. */
    attachment: async (note: string, path: string, signal: AbortSignal) => {
      const query = new URLSearchParams({ note, path }).toString()
      return await (await send(`notes/attachment?${query}`, { method: 'GET', signal })).blob()
    },
    /** Begins an operation that outlives the page; its id. */
    begin: async <Name extends OperationName>(name: Name, input: InputOf<Name>) => {
      const response = await send(name, { body: JSON.stringify(input), headers: { prefer: 'respond-async' } })
      return ((await response.json()) as { readonly work: string }).work
    },
    /** The works that the server knows, the newest first. */
    works: async () =>
      ((await (await send('works', { method: 'GET' })).json()) as { readonly works: readonly KeptWork[] }).works,
    /** What a work said after an event, and says. */
    replay: async function* (
      id: string,
      { after, signal }: { after: number; signal: AbortSignal },
    ): AsyncGenerator<WorkEvent> {
      const headers = { accept: 'text/event-stream', 'last-event-id': String(after) }
      yield* eventsOf(await send(`works/${id}`, { method: 'GET', headers, signal }))
    },
    /** What changes in the space from now on, no matter who writes it. */
    changes: async function* ({ signal }: { signal: AbortSignal }): AsyncGenerator<ReportedChange> {
      const headers = { accept: 'text/event-stream' }
      for await (const { event } of eventsOf(await send('changes', { method: 'GET', headers, signal }))) yield event
    },
    /** Stops a work on the server. */
    stop: async (id: string) => void (await send(`works/${id}`, { method: 'DELETE' })),
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
