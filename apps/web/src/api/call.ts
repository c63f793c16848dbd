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

/** Asks for operations of the engine. */
export type Api = {
  readonly session: Session
  readonly call: <Name extends OperationName>(
    name: Name,
    input: InputOf<Name>,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<OutputOf<Name>>
  /** The same, as it goes. Who leaves the loop stops it on the server. */
  readonly follow: <Name extends OperationName>(
    name: Name,
    input: InputOf<Name>,
    options: { readonly signal: AbortSignal },
  ) => AsyncGenerator<SpaceEvent<OutputOf<Name>>>
  /** What changes in the space from now on, no matter who writes it. */
  readonly changes: (options: { readonly signal: AbortSignal }) => AsyncGenerator<ReportedChange>
}

/** `watching`: from now on all is told; what changed before is not. */
export type ReportedChange = { readonly type: 'watching' } | ({ readonly type: 'changed' } & FileChange)

export function apiOf(session: Session): Api {
  const send = async (name: string, init: RequestInit, accept: string): Promise<Response> => {
    const headers = { authorization: `Bearer ${session.token}`, 'content-type': 'application/json', accept }
    const response = await fetch(new URL(name, apiBase), { ...init, headers }).catch((error: unknown) => {
      if (error instanceof TypeError) throw new ApiError({ code: 'UNREACHABLE', message: texts.unreachable })
      throw error
    })
    if (!response.ok) throw await errorOf(response)
    return response
  }
  const asked = (input: unknown, signal?: AbortSignal): RequestInit => ({
    method: 'POST',
    body: JSON.stringify(input),
    ...(signal === undefined ? {} : { signal }),
  })
  return {
    session,
    call: async (name, input, { signal } = {}) =>
      (await send(name, asked(input, signal), 'application/json')).json() as never,
    follow: async function* (name, input, { signal }) {
      yield* eventsOf(await send(name, asked(input, signal), 'text/event-stream'))
    },
    changes: async function* (options) {
      yield* eventsOf(await send('changes', options, 'text/event-stream'))
    },
  }
}

async function* eventsOf({ body }: Response): AsyncGenerator<never> {
  if (body === null) return
  let text = ''
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      if (!event.startsWith('data: ')) continue
      const read = JSON.parse(event.slice(6)) as { readonly type: string; readonly error?: never }
      if (read.type === 'error') throw new ApiError(read.error ?? { code: 'UNKNOWN', message: '' })
      yield read as never
    }
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as { readonly error?: { readonly message?: string } }
  const { message = response.statusText, ...rest } = body.error ?? {}
  return new ApiError({ ...rest, code: 'code' in rest ? String(rest.code) : String(response.status), message })
}
