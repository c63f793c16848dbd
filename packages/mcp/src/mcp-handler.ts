import { CodedError } from '@datacortex/errors'
import type { Right, Space } from '@datacortex/space'
import { type HttpHandlerOptions, httpHandler } from './http-handler.ts'
import { type Offer, offerOf } from './offer.ts'
import type { TellProblem } from './reason-of.ts'
import { groupsOf, remoteTools, usualGroups } from './tools.ts'
import { turns } from './turns.ts'

/** A client that comes by the network, with the space as it may use it. */
export type McpClient = {
  readonly space: Pick<Space, 'call'> & Partial<Pick<Space, 'onChange'>>
  /** What it may do; it gets tools of these, of the groups that its address names: `/mcp?tools=core,log`. Without it, it finds, describes and runs agents. */
  readonly rights?: readonly Right[] | undefined
  /** What it is told of a problem. */
  readonly tell: TellProblem
  readonly onBug: (error: unknown) => void
}

export type McpHandlerOptions = HttpHandlerOptions & {
  /** The runner of every run, whatever a client says; that of the settings if absent. */
  readonly runner?: string | undefined
  /** Calls that ask others, such as runs, at the same time; 4 if absent. */
  readonly runningTasks?: number | undefined
  /** Of them, and of the others, how many may wait; further ones are refused. 64 if absent. */
  readonly waitingTasks?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Serves a space by the Model Context Protocol over HTTP, without sessions. To close a response is to cancel: nobody
 * could ask for the answer again.
 * @returns What answers a request of a client, whose tools are made once.
 * @example app.all('/mcp', async ({ req }) => await handler(req.raw, client))
 * @see https://modelcontextprotocol.io/specification/ (streamable HTTP)
 */
export function mcpHandler(options: McpHandlerOptions): (request: Request, client: McpClient) => Promise<Response> {
  const { runner, runningTasks: running = 4, waitingTasks: waiting = 64 } = options
  const shared = {
    turn: turns({ running: mostAtOnce, waiting }),
    openWorldTurn: turns({ running, waiting }),
    fixed: runner === undefined ? {} : { run: { runner } },
    signal: options.signal ?? new AbortController().signal,
  }
  type Handlers = Map<string, ReturnType<typeof httpHandler>>
  const handlers = new WeakMap<McpClient, Handlers>()
  return async (request, client) => {
    const { space, rights, tell, onBug } = client
    const named = new URL(request.url).searchParams.get('tools')
    let groups: readonly string[] | undefined
    try {
      groups = rights === undefined ? undefined : named === null ? usualGroups : groupsOf(named)
    } catch (error) {
      const message = CodedError.is(error) ? [error.message, error.hint].join(' ') : String(error)
      return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_602, message } }, { status: 400 })
    }
    const known: Handlers = handlers.get(client) ?? new Map()
    handlers.set(client, known)
    const name = String(groups)
    const made = known.get(name)
    const offer = (): Offer => offerOf({ ...shared, space, tools: remoteTools(rights), groups, tell, onBug })
    const handler = made ?? httpHandler(offer(), options)
    known.set(name, handler)
    return await handler(request)
  }
}

/** Each call opens files and tables. */
const mostAtOnce = 8
