import { finished } from 'node:stream'
import { mcpHandler } from '@datacortex/mcp'
import type { Publications, Published } from '@datacortex/space/published'
import { type MiddlewareHandler, Hono } from 'hono'
import { ProtocolError } from './a2a/protocol-error.ts'
import { brokenRequest } from './http/broken-request.ts'
import { failedOperation } from './http/failed-operation.ts'
import { type GuardOptions, guard, resourcePath } from './http/guard.ts'
import { readBody } from './http/read-json-body.ts'
import { absent, refuse } from './http/refusal.ts'
import { Works } from './own-page/works.ts'
import { addFileRoutes } from './routes/file-routes.ts'
import { addA2aRoutes } from './routes/a2a-routes.ts'
import { addApiRoutes } from './routes/api-routes.ts'
import { type OperationSources, findOperations } from './routes/find-operations.ts'
import { addChangeRoutes } from './routes/change-routes.ts'
import { addMovedDocuments } from './routes/moved-documents.ts'
import { addPageRoutes } from './routes/page-routes.ts'
import type { Env, RequestContext } from './routes/route-context.ts'
import { addSharedRoutes } from './routes/shared-routes.ts'
import { addSearchRoutes } from './routes/search-routes.ts'
import { addWorkRoutes } from './routes/work-routes.ts'
import type { ServerLimits, ServerOptions } from './server-options.ts'

export type AppOptions = Pick<ServerOptions, 'log'> &
  Omit<OperationSources, 'published'> & {
    readonly version: string
    readonly signal: AbortSignal
    readonly publications: Publications
    readonly guard: GuardOptions
    readonly speaks03: boolean
    readonly limits: ServerLimits
  }

export function createApp(options: AppOptions): Hono<Env> {
  const { runner, publications, limits, base, log } = options
  const published = async (): Promise<Published> => await publications.current()
  const app = new Hono<Env>()
  app.use(admit(options))
  addA2aRoutes(app, { ...options, operationsOf: findOperations({ ...options, published }) })
  addPageRoutes({ app, published }, { base, secured: options.guard.clients.isSecured })
  addSearchRoutes({ app, published }, { base, limits })
  const api = new Hono<Env>().onError((error, context) => failedOperation(error, context.var.client))
  addChangeRoutes(api, options)
  const works = new Works(options.signal)
  addWorkRoutes(api, works)
  addFileRoutes(api)
  addApiRoutes(api, { runner, limits, works })
  addSharedRoutes(api, { limits })
  app.route('/', api)
  const onRefusal = (error: unknown): void => log.debug({ err: String(error) }, 'a request was refused')
  const mcp = mcpHandler({ ...options, ...limits, maxBytes: limits.bodyBytes, onRefusal })
  app.all('/mcp', async (context) => await mcp(await boundedRequest(context, limits), context.var.client))
  const { clients } = options.guard
  // No `authorization_servers`: tokens are given out by the user at the machine, with `token add`.
  const resource = { resource: `${base}mcp`, bearer_methods_supported: ['header'], resource_name: 'datacortex' }
  app.get(resourcePath, (context) => (clients.isSecured ? context.json(resource) : absent()))
  addMovedDocuments({ app, published })
  app.notFound(() => absent())
  app.onError((error) => {
    if (error instanceof ProtocolError) return refuse(error.toRefusal())
    log.error({ err: String(error) }, 'a request broke')
    return refuse(brokenRequest(error))
  })
  return app
}

/** A request whose body has been read: the library of MCP knows no limit of its depth. */
async function boundedRequest({ req: { raw } }: RequestContext, limits: ServerLimits): Promise<Request> {
  if (raw.body === null) return raw
  const { method, headers, signal } = raw
  return new Request(raw.url, { method, headers, signal, body: await readBody(raw, limits) })
}

/** Refuses who may not ask, and anyone who comes while too many are being answered. */
function admit({ guard: guarded, limits }: AppOptions): MiddlewareHandler<Env> {
  let open = 0
  return async (context, next) => {
    const { incoming, outgoing } = context.env
    if (open >= limits.openRequests)
      return refuse({ status: 503, message: 'Too many requests at once.', headers: { 'retry-after': '1' } })
    open += 1
    // Not when it is routed: a stream of events is answered for as long as its task takes.
    finished(outgoing, () => {
      open -= 1
    })
    const { refusal, client } = await guard(incoming, context.req.path, guarded)
    if (refusal !== undefined) return refuse(refusal)
    if (client !== undefined) context.set('client', client)
    await next()
    return undefined
  }
}
