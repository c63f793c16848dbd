import type { Right, Space } from '@datacortex/space'
import { type HttpHandlerOptions, httpHandler } from './http-handler.ts'
import { offerOf } from './offer.ts'
import type { TellProblem } from './reason-of.ts'
import { publishedRights, remoteTools } from './tools.ts'
import { turns } from './turns.ts'

export type McpHandlerOptions = HttpHandlerOptions & {
  /** What clients may do; they get all tools of these. Without it they find, describe and run agents. */
  readonly rights?: readonly Right[] | undefined
  /** The runner of every run, whatever a client says; that of the settings if absent. */
  readonly runner?: string | undefined
  /** Calls that ask others, such as runs, at the same time; 4 if absent. */
  readonly runningTasks?: number | undefined
  /** Of them, and of the others, how many may wait; further ones are refused. 64 if absent. */
  readonly waitingTasks?: number | undefined
  /** What clients are told of a problem. */
  readonly tell: TellProblem
  /** Reported of what is nobody's mistake but the program's. */
  readonly onBug: (error: unknown) => void
  readonly signal?: AbortSignal | undefined
}

/**
 * Serves a space by the Model Context Protocol over HTTP, without sessions. To close a response is to cancel: nobody
 * could ask for the answer again.
 *
 * @param space - Clients get what their rights allow of it.
 * @example app.all('/mcp', async ({ req }) => await handler(req.raw))
 * @see https://modelcontextprotocol.io/specification/ (streamable HTTP)
 */
export function mcpHandler(
  space: Pick<Space, 'as'>,
  options: McpHandlerOptions,
): (request: Request) => Promise<Response> {
  const { rights, runner, runningTasks: running = 4, waitingTasks: waiting = 64, tell, onBug } = options
  const offer = offerOf({
    space: space.as({ kind: 'client', rights: rights ?? publishedRights }),
    tools: remoteTools(rights),
    turn: turns({ running: mostAtOnce, waiting }),
    openWorldTurn: turns({ running, waiting }),
    fixed: runner === undefined ? {} : { run: { runner } },
    tell,
    onBug,
    signal: options.signal ?? new AbortController().signal,
  })
  return httpHandler(offer, options)
}

/** Each call opens files and tables. */
const mostAtOnce = 8
