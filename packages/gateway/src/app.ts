import { finished } from 'node:stream'
import { CodedError } from '@datacortex/errors'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { answerJsonRpc } from './a2a/json-rpc.ts'
import type { Endpoint, Operations } from './a2a/operations.ts'
import { operationsOf } from './a2a/operations.ts'
import { ProtocolError } from './a2a/protocol-error.ts'
import { answerRest } from './a2a/rest.ts'
import { guideService } from './agents/guide-service.ts'
import { guardedRequest } from './http/answer-document.ts'
import type { GuardOptions } from './http/guard.ts'
import { guard } from './http/guard.ts'
import { readJsonBody } from './http/read-json-body.ts'
import { refuse } from './http/refusal.ts'
import { mcpDoor } from './mcp/mcp-door.ts'
import type { AgentsPageOptions } from './page/agents-page.ts'
import { agentsPage, pagePolicy } from './page/agents-page.ts'
import { routerEndpointPath } from './published/compose.ts'
import type { Publications, Published } from './published/publications.ts'
import { answerSearch } from './search/answer-search.ts'
import { mostQueryCharacters } from './search/search-request.ts'
import { findFitting } from './search/find-fitting.ts'
import type { ServerLimits, ServerOptions } from './server-options.ts'
import type { SpaceServices } from './space-services.ts'
import type { TaskBoard } from './tasks/task-board.ts'

/** What the routes are made of. */
export type AppOptions = {
  readonly services: SpaceServices
  readonly publications: Publications
  /** With the tasks of the agents. */
  readonly board: TaskBoard
  /** With those of the guide: who looks for an agent does not wait for agents, least of all one that runs itself. */
  readonly guideBoard: TaskBoard
  readonly guard: GuardOptions
  readonly limits: ServerLimits
  /** Base address, with a slash at its end. */
  readonly base: string
  readonly log: ServerOptions['log']
}

type Env = { Bindings: HttpBindings }

/**
 * The routes of the server.
 *
 * @param options - Services and limits.
 */
export function createApp(options: AppOptions): Hono<Env> {
  const { services, publications, board, guideBoard, limits, base, log } = options
  const published = async (): Promise<Published> => publications.of(await services.snapshot())
  const guide = guideOf(options, published)
  const endpointOf = async (name: string | undefined): Promise<Endpoint | undefined> => {
    if (name === undefined) return { agent: name, service: guide }
    const documents = await published()
    const id = documents.idOf(name)
    const known = id === undefined ? undefined : documents.agents.get(id)
    return known && { agent: known.id, service: services.runnerOf(known) }
  }
  const operations = (endpoint: Endpoint): Operations =>
    operationsOf(endpoint, endpoint.agent === undefined ? guideBoard : board)
  const onBug = (error: unknown): void => log.error({ err: String(error) }, 'a request broke')
  const a2a = { maxBytes: limits.bodyBytes, onBug }
  const jsonRpc = async (context: Context<Env>, agent: string | undefined): Promise<Response> => {
    const endpoint = await endpointOf(agent)
    return endpoint === undefined ? absent() : await answerJsonRpc(context.req.raw, operations(endpoint), a2a)
  }
  const rest = async (context: Context<Env>, agent: string | undefined): Promise<Response> => {
    const endpoint = await endpointOf(agent)
    const path = context.req.path.replace(/^(?:\/agents\/[^/]+)?\/a2a\//, '')
    if (endpoint === undefined) return absent()
    return await answerRest({ request: context.req.raw, path }, operations(endpoint), a2a)
  }
  let open = 0
  const app = new Hono<Env>()
  app.use(async (context, next) => {
    const refusal = guard(guardedRequest(context.env.incoming, context.req.path), options.guard)
    if (refusal !== undefined) return refuse(refusal)
    if (open >= limits.openRequests)
      return refuse({ status: 503, message: 'Too many requests at once.', headers: { 'retry-after': '1' } })
    open += 1
    // Not when it is routed: a stream of events is answered for as long as its task takes.
    finished(context.env.outgoing, () => {
      open -= 1
    })
    await next()
    return undefined
  })
  app.post(`/${routerEndpointPath}`, async (context) => await jsonRpc(context, undefined))
  app.all(`/${routerEndpointPath}/*`, async (context) => await rest(context, undefined))
  app.post('/agents/:id/a2a', async (context) => await jsonRpc(context, context.req.param('id')))
  app.all('/agents/:id/a2a/*', async (context) => await rest(context, context.req.param('id')))
  app.post('/search', async (context) => {
    try {
      const documents = await published()
      const body = await readJsonBody(context.req.raw, { maxBytes: limits.bodyBytes })
      const { signal } = context.req.raw
      const answer = await answerSearch(body, {
        find: services.find,
        entryOf: (id) => documents.entryOf(id),
        source: base,
        signal,
      })
      return context.json(answer, 200, { 'cache-control': 'no-store' })
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      return refuse({ status: error.fault === 'TOO_LARGE' ? 413 : 400, message: error.message })
    }
  })
  // Optional in ARD, and not here.
  for (const path of ['/explore', '/agents'])
    app.all(path, () => refuse({ status: 501, message: 'Search with POST /search, or read the catalogue.' }))
  const door = mcpDoor({
    operationsOf: async (agent) => {
      const endpoint = await endpointOf(agent)
      return endpoint && operations(endpoint)
    },
    maxBytes: limits.bodyBytes,
    onBug,
    onRefusal: (error) => log.debug({ err: String(error) }, 'a request was refused'),
  })
  app.all('/mcp', async (context) => await door(context.req.raw))
  const page = async (context: Context<Env>, found?: AgentsPageOptions['search']): Promise<Response> => {
    const { agents } = await published()
    context.header('content-security-policy', pagePolicy)
    context.header('cache-control', 'no-store')
    return context.html(await agentsPage({ agents, search: found, secured: options.guard.hasToken !== undefined }))
  }
  app.get('/', async (context) => {
    context.header('vary', 'Accept')
    context.header('link', `<${base}.well-known/ai-catalog.json>; rel="ai-catalog"`)
    const wantsPage = context.req.header('accept')?.includes('text/html') === true
    return wantsPage ? await page(context) : context.text(`${base}.well-known/ai-catalog.json\n`)
  })
  app.get('/find', async (context) => {
    const query = (context.req.query('q') ?? '').trim().slice(0, mostQueryCharacters)
    if (query === '') return context.redirect('.', 303)
    const { agents } = await published()
    const fits = ({ id }: { readonly id: string }): boolean => agents.has(id)
    const { signal } = context.req.raw
    return await page(context, {
      query,
      found: await findFitting(query, { find: services.find, fits, count: 10, top: 10, signal }),
    })
  })
  // Relative, so that a path which a proxy put before stays.
  app.get('/.well-known/agent.json', (context) => context.redirect('agent-card.json', 308))
  app.get('/agents/:id/.well-known/agent.json', (context) => context.redirect('agent-card.json', 308))
  // Under its own id a document was answered before it came here.
  const moved = async (context: Context<Env>, placeUnder: (id: string) => string): Promise<Response> => {
    const name = context.req.param('id') ?? ''
    const id = (await published()).idOf(name)
    return id === undefined || id === name ? absent() : context.redirect(placeUnder(id), 308)
  }
  app.get('/agents/:id/.well-known/agent-card.json', async (context) => {
    return await moved(context, (id) => `../../${id}/.well-known/agent-card.json`)
  })
  app.get('/agents/:id/agent-registration.json', async (context) => {
    return await moved(context, (id) => `../${id}/agent-registration.json`)
  })
  app.notFound(() => absent())
  app.onError((error) => {
    onBug(error)
    if (CodedError.is(error, 'SPACE_NOT_FOUND'))
      return refuse({ status: 503, message: 'The space of this server is not where it was; its log says more.' })
    return refuse({ status: 500, message: 'The server broke; its log says why.' })
  })
  return app
}

function guideOf({ services, base }: AppOptions, published: () => Promise<Published>) {
  return guideService({
    agents: async () => (await published()).agents,
    idOf: async (name) => (await published()).idOf(name),
    find: async (query, { fits, signal }) =>
      await findFitting(query, { find: services.find, fits, count: 5, top: 5, signal }),
    route: async (task, signal) => await (await services.router()).route(task, { signal }),
    cardUrl: (id) => `${base}agents/${id}/.well-known/agent-card.json`,
  })
}

function absent(): Response {
  return refuse({ status: 404, message: 'There is nothing under this address.' })
}
