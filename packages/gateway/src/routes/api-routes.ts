import { CodedError } from '@datacortex/errors'
import { isRecord } from '@datacortex/platform'
import { type TellProblem, type Turn, withoutWithheld, turns } from '@datacortex/mcp'
import { type Entry, type OperationName, type Right, type Running, type Space, operations } from '@datacortex/space'
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { eventStream } from '../http/event-stream.ts'
import { ProtocolError } from '../a2a/protocol-error.ts'
import { readJsonBody } from '../http/read-json-body.ts'
import { brokenRequest } from '../http/broken-request.ts'
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
  /** What clients are told of a problem. */
  readonly tell: TellProblem
  /** Told of what is nobody's mistake but the program's. */
  readonly onBug: (error: unknown) => void
}

/** Adds the operations that clients have the right to: `GET /api` lists them, `POST /api/NAME` takes a document. */
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
  const { title, description, right, isReadOnly = false } = entry
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

type AnswerOptions = ApiOptions & Offered & { readonly wait: Turn }

async function answer(context: Context<Env>, options: AnswerOptions): Promise<Response> {
  const { space, name, runner, maxBytes, wait, tell } = options
  const body = await readJsonBody(context.req.raw, { maxBytes })
  const input = name === 'run' && runner !== undefined && isRecord(body) ? { ...body, runner } : body
  const gone = new AbortController()
  const signal = AbortSignal.any([context.req.raw.signal, gone.signal])
  const call = (): Running<object> => space.call(name, input, { signal })
  if (context.req.header('accept')?.includes('text/event-stream') !== true) {
    const document = await wait(async () => await call(), { signal })
    return context.json(withoutWithheld(document, tell), 200, { 'cache-control': 'no-store' })
  }
  const { running } = await begun(call, { wait, signal })
  const events = toldEvents(running, options)
  return new Response(eventStream(events, { wrap: (event) => event, onGone: () => gone.abort() }), {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  })
}

/** In a box: whoever gave the call itself out of a promise would wait for its end. */
type Begun = { readonly running: Running<object> }

/** A call that has its turn, which it keeps until it has ended, whoever follows it. */
async function begun(
  call: () => Running<object>,
  { wait, signal }: { wait: Turn; signal: AbortSignal },
): Promise<Begun> {
  const { promise, resolve, reject } = Promise.withResolvers<Begun>()
  const work = async (): Promise<void> => {
    const running = call()
    resolve({ running })
    await Promise.allSettled([running])
  }
  wait(work, { signal }).catch(reject)
  return await promise
}

/** What goes wrong after the answer has begun is its last event. */
async function* toldEvents(events: Running<object>, options: ApiOptions): AsyncGenerator<object> {
  try {
    for await (const event of events)
      yield event.type === 'result' ? { ...event, result: withoutWithheld(event.result, options.tell) } : event
  } catch (error) {
    yield { type: 'error', ...((await failed(error, options).json()) as object) }
  }
}

/** Who asked for what can't be done is told why, as far as it is a stranger's to know. */
function failed(error: unknown, { space, tell, onBug }: ApiOptions): Response {
  if (error instanceof ProtocolError)
    return refuse({ status: error.fault === 'TOO_LARGE' ? 413 : 400, message: error.message })
  if (!CodedError.is(error)) {
    onBug(error)
    return refuse(brokenRequest(error))
  }
  const { code, hint } = error
  const { message, isWithheld } = tell(error)
  const isShown = hint !== undefined && !isWithheld && !hint.includes(space.paths.root)
  const body = { error: { code, message, ...(isShown ? { hint } : {}) } }
  return Response.json(body, { status: statusOf[code] ?? 422, headers: { 'cache-control': 'no-store' } })
}

const statusOf: Readonly<Record<string, number | undefined>> = {
  SPACE_INPUT_INVALID: 400,
  SPACE_RIGHT_MISSING: 403,
  MCP_OVERLOADED: 503,
}
