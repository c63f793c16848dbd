import { CodedError } from '@datacortex/errors'
import { isRecord } from '@datacortex/platform'
import type { Logger } from '@datacortex/plugin'
import type { Turn } from '@datacortex/mcp'
import { turns } from '@datacortex/mcp'
import type { CallOptions, Entry, OperationName, Right, Running, Space } from '@datacortex/space'
import { operations } from '@datacortex/space'
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { eventStream } from '../http/event-stream.ts'
import { ProtocolError } from '../a2a/protocol-error.ts'
import { toldMessage } from '../agents/told-message.ts'
import { readJsonBody } from '../http/read-json-body.ts'
import { absent, refuse } from '../http/refusal.ts'
import type { ServerLimits } from '../server-options.ts'
import type { Env } from './route-context.ts'

/** What the operations of a space are offered with. */
export type ApiOptions = {
  /** For the clients of the server. */
  readonly space: Space
  readonly rights: readonly Right[]
  /** The runner of every run, whatever a client says; that of the settings if absent. */
  readonly runner: string | undefined
  /** Of the body of a request. */
  readonly maxBytes: number
  readonly limits: Pick<ServerLimits, 'runningTasks' | 'waitingTasks'>
  readonly log: Logger
}

/**
 * Adds the operations of the space that clients have the right to: `GET /api` lists them with the schemas of their
 * documents, `POST /api/NAME` takes a JSON document and answers with one. Whoever accepts `text/event-stream` gets the
 * progress too. To close the connection is to cancel.
 *
 * @param app - Gets the routes.
 * @param options - The space, rights, limits.
 */
export function addApiRoutes(app: Hono<Env>, options: ApiOptions): void {
  // What a client has no right to is refused by the space, with the right that it lacks.
  const all = offeredHere()
  const offered = all.filter(({ entry }) => options.rights.includes(entry.right))
  const { runningTasks: running, waitingTasks: waiting } = options.limits
  const [turn, openWorldTurn] = [turns({ running: mostAtOnce, waiting }), turns({ running, waiting })]
  app.get('/api', async (context) => context.json({ operations: await Promise.all(offered.map(described)) }))
  app.post('/api/:name', async (context) => {
    const known = all.find(({ name }) => name === context.req.param('name'))
    if (known === undefined) return absent()
    try {
      // Those that ask others wait for each other only.
      const wait = known.entry.isOpenWorld === true ? openWorldTurn : turn
      return await answer(context, { ...options, ...known, wait })
    } catch (error) {
      return failed(error, options)
    }
  })
}

/** Each opens files and tables. */
const mostAtOnce = 8

type Offered = { readonly name: OperationName; readonly entry: Entry<{ input: z.ZodType; output: z.ZodType }> }

function offeredHere(): readonly Offered[] {
  return (Object.entries(operations) as [OperationName, Offered['entry']][])
    .filter(([, { notAt }]) => notAt?.http === undefined)
    .map(([name, entry]) => ({ name, entry }))
}

async function described({ name, entry }: Offered): Promise<object> {
  const { title, description, right, isReadOnly } = entry
  const { input, output } = await entry.load()
  const schema = (one: z.ZodType, io: 'input' | 'output'): object => z.toJSONSchema(one, { io, unrepresentable: 'any' })
  return {
    name,
    title,
    description,
    right,
    is_read_only: isReadOnly,
    input: schema(input, 'input'),
    output: schema(output, 'output'),
  }
}

async function answer(
  context: Context<Env>,
  { space, name, rights, runner, maxBytes, wait, log }: ApiOptions & Offered & { readonly wait: Turn },
): Promise<Response> {
  const body = await readJsonBody(context.req.raw, { maxBytes })
  const input = name === 'run' && runner !== undefined && isRecord(body) ? { ...body, runner } : body
  const gone = new AbortController()
  const signal = AbortSignal.any([context.req.raw.signal, gone.signal])
  const call = (called: CallOptions): Running<object> => space.call(name, input, called)
  if (context.req.header('accept')?.includes('text/event-stream') !== true)
    return context.json(await wait(async () => await call({ signal }), { signal }), 200, {
      'cache-control': 'no-store',
    })
  const events = toldEvents(call({ signal }), { space, rights, log })
  return new Response(eventStream(events, { wrap: (event) => event, onGone: () => gone.abort() }), {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  })
}

/** What goes wrong after the answer has begun is its last event. */
async function* toldEvents(
  events: Running<object>,
  options: Pick<ApiOptions, 'space' | 'rights' | 'log'>,
): AsyncGenerator<object> {
  try {
    yield* events
  } catch (error) {
    yield { type: 'error', ...((await failed(error, options).json()) as object) }
  }
}

/** Who asked for what can't be done is told why, as far as it is a stranger's to know. */
function failed(error: unknown, { space, rights, log }: Pick<ApiOptions, 'space' | 'rights' | 'log'>): Response {
  if (error instanceof ProtocolError)
    return refuse({ status: error.fault === 'TOO_LARGE' ? 413 : 400, message: error.message })
  if (!CodedError.is(error)) throw error
  const { code, hint } = error
  const { message, isWithheld } = toldMessage(error, { root: space.paths.root, mayRead: rights.includes('read') })
  if (isWithheld) log.error({ code, err: error.message }, 'an operation went wrong')
  const status = statusOf[code] ?? 422
  const body = { error: { code, message, ...(isWithheld ? {} : { hint }) } }
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}

const statusOf: Readonly<Record<string, number | undefined>> = {
  SPACE_INPUT_INVALID: 400,
  SPACE_RIGHT_MISSING: 403,
  MCP_OVERLOADED: 503,
}
