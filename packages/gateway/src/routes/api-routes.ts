import { isRecord } from '@datacortex/platform'
import { type Turn, publishedRights, withoutWithheld, turns } from '@datacortex/mcp'
import { type Entry, type OperationName, type Running, operations } from '@datacortex/space'
import type { Hono } from 'hono'
import { z } from 'zod'
import type { Client } from '../http/clients.ts'
import { eventResponse, presenceOf } from '../http/event-stream.ts'
import { type BodyLimits, readJsonBody } from '../http/read-json-body.ts'
import { failedOperation } from '../http/failed-operation.ts'
import { absent } from '../http/refusal.ts'
import type { Works } from '../own-page/works.ts'
import type { ServerLimits } from '../server-options.ts'
import type { Env, RequestContext } from './route-context.ts'
import { ownerOf } from './work-routes.ts'

export type ApiOptions = {
  readonly runner: string | undefined
  readonly limits: BodyLimits & Pick<ServerLimits, 'runningTasks' | 'waitingTasks'>
  /** Where that goes on which is asked for with `Prefer: respond-async`. */
  readonly works: Works
}

/** Adds the operations that clients have the right to: `GET /api` lists them, `POST /api/NAME` takes a document. */
export function addApiRoutes(app: Hono<Env>, options: ApiOptions): void {
  // What a client has no right to is refused by the space, with the right that it lacks.
  const all = Object.entries(operations).map(([name, entry]) => ({ name, entry }) as Offered)
  const isOffered = ({ notAt, atOwnPage }: Offered['entry'], { isOwn }: Client): boolean =>
    notAt?.http === undefined || (atOwnPage === true && isOwn)
  const { runningTasks: running, waitingTasks: waiting } = options.limits
  const [turn, openWorldTurn] = [turns({ running: mostAtOnce, waiting }), turns({ running, waiting })]
  app.get('/api', async (context) => {
    const { client } = context.var
    const { rights = publishedRights } = client
    const offered = all.filter(({ entry }) => rights.includes(entry.right) && isOffered(entry, client))
    return context.json({ operations: await Promise.all(offered.map(described)) })
  })
  const asked = async (context: RequestContext, called: string | undefined): Promise<Response> => {
    const known = all.find(({ name }) => name === called)
    if (known === undefined || !isOffered(known.entry, context.var.client)) return absent()
    // Those that ask others wait for each other only.
    const wait = known.entry.isOpenWorld === true ? openWorldTurn : turn
    return await answer(context, { ...options, ...known, wait })
  }
  app.post('/api/:name', async (context) => await asked(context, context.req.param('name')))
  app.post('/v1/executions', async (context) => await asked(context, 'sync.exchange'))
}

/** Each opens files and tables. */
const mostAtOnce = 8

type Offered = { readonly name: OperationName; readonly entry: Entry<{ input: z.ZodType; output: z.ZodType }> }

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

async function answer(context: RequestContext, options: AnswerOptions): Promise<Response> {
  const { name, runner, limits, wait, works } = options
  const { client } = context.var
  const body = await readJsonBody(context.req.raw, limits)
  const input = name === 'run' && runner !== undefined && isRecord(body) ? { ...body, runner } : body
  const call = (signal: AbortSignal) => () => client.space.call(name, input, { signal }) as Running<object>
  if (context.req.header('prefer') === 'respond-async' && client.isSignedIn) {
    const events = (signal: AbortSignal) =>
      shownEvents(async () => await begun(call(signal), { wait, signal }), { client, signal })
    return context.json({ work: works.start({ owner: ownerOf(client), name, input }, events) }, 202)
  }
  const presence = presenceOf(context.req.raw)
  const { signal } = presence
  if (context.req.header('accept')?.includes('text/event-stream') !== true) {
    const document = await wait(async () => await call(signal)(), { signal })
    return context.json(withoutWithheld(document, client.tell), 200, { 'cache-control': 'no-store' })
  }
  const box = await begun(call(signal), { wait, signal })
  const events = shownEvents(() => Promise.resolve(box), { client, signal })
  return eventResponse(events, presence)
}

/** In a box: anyone who gave the call itself out of a promise would wait for its end. */
type Begun = { readonly running: Running<object> }

/** A call that has its turn, which it keeps until it has ended, no matter who follows it. */
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

/** What goes wrong after the answer has begun is its last event; who stopped it knows. */
async function* shownEvents(
  begin: () => Promise<Begun>,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
): AsyncGenerator<object> {
  try {
    for await (const event of (await begin()).running)
      yield event.type === 'result' ? { ...event, result: withoutWithheld(event.result, client.tell) } : event
  } catch (error) {
    if (signal.aborted) return
    yield { type: 'error', ...((await failedOperation(error, client).json()) as object) }
  }
}
