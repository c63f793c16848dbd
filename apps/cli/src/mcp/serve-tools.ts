import { CodedError } from '@datacortex/errors'
import type { Slots } from '@datacortex/platform'
import { createSlots } from '@datacortex/platform'
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { CommanderError } from 'commander'
import type { CommandResult } from '../context.ts'
import { ConnectionBrokenError } from '../errors.ts'
import { jsonText, terminalText } from '../output/terminal-text.ts'
import { instructionsOf } from './instructions.ts'
import type { Tool } from './tools.ts'

/** What a client is served. */
export type ServeToolsOptions = {
  readonly tools: readonly Tool[]
  /** Absolute path of the space. */
  readonly root: string
  readonly version: string
  /** Runs a command line of this program. */
  readonly run: (argv: readonly string[], options: { readonly signal: AbortSignal }) => Promise<CommandResult>
  /** Told of what is nobody's mistake but the program's. */
  readonly onBug: (error: unknown) => void
  readonly signal: AbortSignal
}

/**
 * Serves tools to the one client that started this process, over its stdin and stdout, until it closes them.
 *
 * @param options - Tools, space, how commands are run.
 * @throws {@link ConnectionBrokenError} if the client sends more in one message than is kept.
 * @see https://modelcontextprotocol.io/specification/ (stdio transport)
 */
export async function serveTools(options: ServeToolsOptions): Promise<void> {
  const { signal } = options
  const ended = new AbortController()
  const slots = createSlots(mostAtOnce)
  await using transport = new ToldTransport()
  let failure: Error | undefined
  serveStdio(() => serverOf({ ...options, slots, signal: AbortSignal.any([signal, ended.signal]) }), {
    transport,
    onerror: (error) => (failure = error),
  })
  const stop = (): void => void transport.close()
  signal.addEventListener('abort', stop, { once: true })
  await transport.closed
  signal.removeEventListener('abort', stop)
  ended.abort(new DOMException('The client has gone.', 'AbortError'))
  // Ctrl-C and the end of stdin are how serving ends; the library closes too if it is sent what it can't keep.
  if (!signal.aborted && !process.stdin.readableEnded && !process.stdin.closed)
    throw new ConnectionBrokenError({ reason: failure?.message ?? 'the connection was closed', cause: failure })
}

/** The library closes when its client does, and tells nobody. */
class ToldTransport extends StdioServerTransport {
  readonly #closed = Promise.withResolvers<void>()
  readonly closed: Promise<void> = this.#closed.promise

  override async close(): Promise<void> {
    await super.close()
    this.#closed.resolve()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}

/** Each command opens files and tables: a thousand calls at once would take gigabytes, and be answered no sooner. */
const mostAtOnce = 8

type Served = ServeToolsOptions & { readonly slots: Slots }

function serverOf(options: Served): McpServer {
  const server = new McpServer(
    { name: 'datacortex', version: options.version },
    // Without it the library promises to tell of other tools, and there never are any.
    { capabilities: { tools: { listChanged: false } }, instructions: instructionsOf(options.tools) },
  )
  for (const tool of options.tools) {
    const { name, title, description, input, isReadOnly, isOpenWorld = false } = tool
    // What is written here can be undone; what somebody else does for a task, nobody knows.
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: isOpenWorld, openWorldHint: isOpenWorld }
    server.registerTool(
      name,
      { title, description, inputSchema: input, annotations },
      async (given: Readonly<Record<string, unknown>>, { mcpReq }: ServerContext) => {
        using _ticking = tellWhile(mcpReq)
        const signal = AbortSignal.any([options.signal, mcpReq.signal])
        return await answerOf(tool, given, { ...options, signal })
      },
    )
  }
  return server
}

async function answerOf(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  { root, run, slots, onBug, signal }: Served,
): Promise<CallToolResult> {
  try {
    const argv = tool.argv(given)
    const at = argv.indexOf('--')
    const own = [`--root=${root}`, '--json']
    const args = at === -1 ? [...argv, ...own] : [...argv.slice(0, at), ...own, ...argv.slice(at)]
    const work = async (): Promise<CommandResult> => await run(args, { signal })
    // Who waits for others outside lets those pass that don't.
    const result = tool.isOpenWorld === true ? await work() : await slots.run(work, { signal })
    const { data, exitCode = 0 } = result
    const structuredContent = isDocument(data) ? data : { result: data }
    const said = tool.textOf?.(result)
    const text = said === undefined ? jsonText(data) : terminalText(said)
    return { content: [{ type: 'text', text }], structuredContent, ...(exitCode === 0 ? {} : { isError: true }) }
  } catch (error) {
    return { content: [{ type: 'text', text: reasonOf(error, { onBug, signal }) }], isError: true }
  }
}

function reasonOf(error: unknown, { onBug, signal }: Pick<ServeToolsOptions, 'onBug' | 'signal'>): string {
  if (CodedError.is(error)) return [`${error.code}: ${error.message}`, error.hint].filter(Boolean).join('\n')
  if (error instanceof CommanderError) return error.message.replace(/^error: /, '')
  if (signal.aborted) return 'It was cancelled.'
  onBug(error)
  return 'The program failed; its stderr says how.'
}

function isDocument(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

/** Clients wait for a minute or so, unless they hear that something goes on. */
function tellWhile({ _meta: meta, notify }: ServerContext['mcpReq']): Disposable {
  const progressToken = meta?.progressToken
  if (progressToken === undefined) return { [Symbol.dispose]: () => {} }
  const startedMs = performance.now()
  const timer = setInterval(() => {
    const progress = Math.round((performance.now() - startedMs) / 1000)
    // Who has gone away is told nothing more.
    notify({
      method: 'notifications/progress',
      params: { progressToken, progress, message: `${progress} s so far` },
    }).catch(() => undefined)
  }, 5000)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
