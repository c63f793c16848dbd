import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { ConnectionBrokenError } from '../errors.ts'
import { instructionsOf } from './instructions.ts'
import { offerPrompts } from './offer-prompts.ts'
import { offerResources } from './offer-resources.ts'
import { offerTools } from './offer-tools.ts'
import type { Offer } from './offer.ts'
import type { RunCommandHost } from './run-command.ts'
import { commandRunner } from './run-command.ts'
import type { Tool } from './tool.ts'

/** What a client is served. */
export type ServeSpaceOptions = RunCommandHost &
  Pick<Offer, 'onBug' | 'signal'> & { readonly tools: readonly Tool[]; readonly version: string }

/**
 * Serves tools, agents as prompts and notes as resources to the one client that started this process, over its stdin and
 * stdout, until it closes them.
 *
 * @param options - Tools, space, how commands are run.
 * @throws {@link ConnectionBrokenError} if the client sends more in one message than is kept.
 * @see https://modelcontextprotocol.io/specification/ (stdio transport)
 */
export async function serveSpace(options: ServeSpaceOptions): Promise<void> {
  const { signal } = options
  const ended = new AbortController()
  const offer = {
    runCommand: commandRunner(options),
    onBug: options.onBug,
    signal: AbortSignal.any([signal, ended.signal]),
  }
  await using transport = new ToldTransport()
  let failure: Error | undefined
  serveStdio(() => serverOf(options, offer), {
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

function serverOf({ tools, version }: ServeSpaceOptions, offer: Offer): McpServer {
  const server = new McpServer(
    { name: 'datacortex', version },
    {
      // Without them the library promises to tell of other tools. Agents and notes are read anew for each list.
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
      },
      instructions: instructionsOf(tools),
    },
  )
  offerTools(server, tools, offer)
  offerPrompts(server, offer)
  offerResources(server, offer)
  return server
}
