import type { Right, Space } from '@datacortex/space'
import { type HttpHandlerOptions, httpHandler } from './http-handler.ts'
import { offerOf } from './offer.ts'
import type { TellProblem } from './reason-of.ts'
import { remoteTools } from './tools.ts'
import { turns } from './turns.ts'

/** A client that comes by the network, with the space as it may use it. */
export type McpClient = {
  readonly space: Pick<Space, 'call'>
  /** What it may do; it gets all tools of these. Without it, it finds, describes and runs agents. */
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
  const handlers = new WeakMap<McpClient, ReturnType<typeof httpHandler>>()
  return async (request, client) => {
    const { space, rights, tell, onBug } = client
    const made = handlers.get(client)
    const handler = made ?? httpHandler(offerOf({ ...shared, space, tools: remoteTools(rights), tell, onBug }), options)
    handlers.set(client, handler)
    return await handler(request)
  }
}

/** Each call opens files and tables. */
const mostAtOnce = 8
