import { finished } from 'node:stream'
import { type TellProblem, mcpHandler, publishedRights } from '@datacortex/mcp'
import type { Right, Space } from '@datacortex/space'
import type { Publications, Published } from '@datacortex/space/published'
import { type MiddlewareHandler, Hono } from 'hono'
import { guardedRequest } from './http/answer-document.ts'
import { brokenRequest } from './http/broken-request.ts'
import { type GuardOptions, guard } from './http/guard.ts'
import { absent, refuse } from './http/refusal.ts'
import { toldMessage } from './agents/told-message.ts'
import { addA2aRoutes } from './routes/a2a-routes.ts'
import { addApiRoutes } from './routes/api-routes.ts'
import { findOperations } from './routes/find-operations.ts'
import { addMovedDocuments } from './routes/moved-documents.ts'
import { addPageRoutes } from './routes/page-routes.ts'
import type { Env } from './routes/route-context.ts'
import { addSearchRoutes } from './routes/search-routes.ts'
import type { Find } from './search/find-fitting.ts'
import type { ServerLimits, ServerOptions } from './server-options.ts'
import type { TaskBoard } from './tasks/task-board.ts'

/** What the routes are made of. */
export type AppOptions = {
  /** For the clients of the server. */
  readonly space: Space
  readonly runner: string | undefined
  /** Of the clients; undefined if nobody said. */
  readonly rights: readonly Right[] | undefined
  /** Of the program. */
  readonly version: string
  /** Ends what runs. */
  readonly signal: AbortSignal
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

/** The routes of the server. */
export function createApp(options: AppOptions): Hono<Env> {
  const { space, runner, publications, limits, base, log } = options
  const published = async (): Promise<Published> => await publications.current()
  const find: Find = async (task, { top, signal }) => await space.find({ task, top }, { signal })
  const operationsOf = findOperations({ ...options, host: { space, runner, log }, find, published })
  const maxBytes = limits.bodyBytes
  const onBug = (error: unknown): void => log.error({ err: String(error) }, 'a request broke')
  const app = new Hono<Env>()
  app.use(admit(options))
  addA2aRoutes(app, { operationsOf, maxBytes, onBug })
  addPageRoutes({ app, published }, { find, base, secured: options.guard.hasToken !== undefined, onBug })
  addSearchRoutes({ app, published }, { find, base, maxBytes })
  const onRefusal = (error: unknown): void => log.debug({ err: String(error) }, 'a request was refused')
  const rights = options.rights ?? publishedRights
  const tell: TellProblem = (problem) => {
    // Who may manage the space is its keeper: `doctor` tells them the same.
    if (rights.includes('manage')) return { message: problem.message, isWithheld: false }
    const told = toldMessage(problem, { root: space.paths.root, mayRead: rights.includes('read') })
    if (told.isWithheld) log.error({ code: problem.code, err: problem.message }, 'an operation went wrong')
    return told
  }
  addApiRoutes(app, { space, rights, runner, maxBytes, limits, tell, onBug })
  const mcp = mcpHandler(space, { ...options, ...limits, maxBytes, tell, onBug, onRefusal })
  app.all('/mcp', async (context) => await mcp(context.req.raw))
  addMovedDocuments({ app, published })
  app.notFound(() => absent())
  app.onError((error) => {
    onBug(error)
    return refuse(brokenRequest(error))
  })
  return app
}

/** Refuses who may not ask, and whoever comes while too many are being answered. */
function admit({ guard: guarded, limits }: AppOptions): MiddlewareHandler<Env> {
  let open = 0
  return async (context, next) => {
    const refusal = guard(guardedRequest(context.env.incoming, context.req.path), guarded)
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
  }
}
