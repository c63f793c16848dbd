import type { KeepInStepOptions, Space } from '@datacortex/space'
import type { Server } from '@modelcontextprotocol/server'
import { serveStdio as serveTransport, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { mcpError } from './errors.ts'
import { offerOf } from './offer.ts'
import { serverOf } from './server-of.ts'
import { tellChanges } from './tell-changes.ts'
import { ownTools, usualGroups } from './tools.ts'
import { turns } from './turns.ts'

export type ServeStdioOptions = {
  readonly version: string
  /** Leaves out what writes or runs agents. */
  readonly readOnly?: boolean | undefined
  /** Groups of tools that are offered; the usual ones if absent. */
  readonly groups?: readonly string[] | undefined
  /** Keeps the index in step meanwhile; tells what goes wrong with that. */
  readonly watch?: Pick<KeepInStepOptions, 'onError' | 'retryMs'> | undefined
  readonly onBug: (error: unknown) => void
  readonly signal: AbortSignal
}

/**
 * Serves a space to the one client that started this process, over its stdin and stdout, until it closes them or the
 * signal: operations of some groups as tools, agents as prompts, notes as resources.
 * @param space - The client acts for the one whom it was opened for.
 * @throws `CLI_CONNECTION_BROKEN` if the client sends more in one message than is kept.
 * @example await serveStdio(space, { version: '1.0.0', onBug: console.error, signal })
 * @see https://modelcontextprotocol.io/specification/ (stdio transport)
 */
export async function serveStdio(
  space: Pick<Space, 'call' | 'keepInStep' | 'onChange'>,
  { version, readOnly = false, groups = usualGroups, watch, onBug, signal: stopped }: ServeStdioOptions,
): Promise<void> {
  const ended = new AbortController()
  const signal = AbortSignal.any([stopped, ended.signal])
  const offer = offerOf({
    space,
    tools: ownTools({ readOnly }),
    groups,
    turn: turns({ running: mostAtOnce }),
    openWorldTurn: async (work) => await work(),
    onBug,
    signal,
  })
  const kept = watch === undefined ? undefined : space.keepInStep({ ...watch, signal })
  try {
    await using transport = new ReportingTransport()
    let failure: Error | undefined
    const serverFor = ({ era }: { era: 'legacy' | 'modern' }): Server => {
      const server = serverOf(offer, { version, isOwn: true, tells: true })
      tellChanges(server, offer, { era })
      return server
    }
    serveTransport(serverFor, { transport, onerror: (error) => (failure = error) })
    const stop = (): void => void transport.close()
    stopped.addEventListener('abort', stop, { once: true })
    await transport.closed
    stopped.removeEventListener('abort', stop)
    // Ctrl-C and the end of stdin are how serving ends; the library closes too if it is sent what it can't keep.
    if (!stopped.aborted && !process.stdin.readableEnded && !process.stdin.closed) {
      const reason = failure?.message ?? 'the connection was closed'
      throw mcpError('CLI_CONNECTION_BROKEN', { reason }, { cause: failure })
    }
  } finally {
    ended.abort(new DOMException('The client has gone.', 'AbortError'))
    await kept
  }
}

/** Each call opens files and tables: a thousand at once would take gigabytes, and be answered no sooner. */
const mostAtOnce = 8

/** The library closes when its client does, and tells nobody. */
class ReportingTransport extends StdioServerTransport {
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
