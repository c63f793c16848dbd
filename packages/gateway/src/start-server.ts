import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import type { Server } from 'node:http'
import { hostname } from 'node:os'
import { getRequestListener } from '@hono/node-server'
import { programVersion, systemErrorReason } from '@datacortex/platform'
import type { Space } from '@datacortex/space'
import type { PublishedText } from '@datacortex/space/published'
import { logInterrupted } from './agents/log-findings.ts'
import { createApp } from './app.ts'
import { gatewayError } from './errors.ts'
import { type AllowedNames, allowedNames } from './http/allowed-names.ts'
import { answerPage } from './http/answer-page.ts'
import { answerDocument, answerRefusal } from './http/answer-document.ts'
import { boundedServer } from './http/bounded-server.ts'
import { brokenRequest } from './http/broken-request.ts'
import { CallRate } from './http/call-rate.ts'
import { type HostRules, hostName } from './http/check-host.ts'
import { isLoopbackAddress } from './http/client-address.ts'
import { openClients } from './http/clients.ts'
import { type Document, textDocument } from './http/document.ts'
import { endUnread } from './http/end-unread.ts'
import { answerOwnPage } from './own-page/answer-own-page.ts'
import { pageFiles } from './own-page/page-files.ts'
import { announceServer, signInLink } from './own-page/running-server.ts'
import { openSessions } from './own-page/sessions.ts'
import { type ServerOptions, limitsOf } from './server-options.ts'
import { Notifier, type NotifierOptions } from './tasks/notifier.ts'
import { TaskBoard } from './tasks/task-board.ts'
import { waitUntil } from './tasks/wait-until.ts'

export type RunningServer = AsyncDisposable & {
  /** Base address under which it is reached, with a slash at its end. */
  readonly url: string
  readonly port: number
  /** A link to the page that signs in the user of this machine, once; absent where there is no page. */
  readonly signInLink?: (() => string) | undefined
  /** Takes nothing new, lets running tasks finish within the limit, cancels the others, and closes everything. */
  close(): Promise<void>
  /** Resolves when it has closed, no matter who closed it. */
  readonly closed: Promise<void>
}

const noRunner =
  'no runner is set: agents that are no code are shown and not run; add one with: datacortex runner add claude-code'

/**
 * Serves the agents of a space: cards, catalogue, search, and A2A under JSON-RPC and REST.
 *
 * It listens when this resolves. Agents that are added, changed or removed are seen by the next request.
 * @param opened - The space; the one who opened it closes it after the server.
 * @throws `GATEWAY_TOKEN_MISSING` `GATEWAY_TOKEN_WEAK` `GATEWAY_ADDRESS_UNAVAILABLE`
 * @throws `GATEWAY_LIMIT_INVALID` `GATEWAY_HOST_INVALID` `GATEWAY_ORIGIN_INVALID`
 * @throws `SPACE_TLS_INVALID`; `PLATFORM_FILE_UNREADABLE`, `PLATFORM_JSON_INVALID` of the tokens of the space.
 * @throws `EXPORT_BASE_URL_INVALID`, `EXPORT_SIGNING_KEY_INVALID`, `EXPORT_SIGNING_KEY_EXPOSED`; `RUNNER_UNKNOWN` if
 *   `runner` is none.
 * @throws `REGISTRY_YAML_INVALID`, `REGISTRY_INVALID` if `agents.yaml` can't be read.
 * @example await using server = await startServer(space, { log, port: 0 })
 * @see https://a2a-protocol.org/v1.0.1/specification
 */
export async function startServer(opened: Space, options: ServerOptions): Promise<RunningServer> {
  const { host = '127.0.0.1', port = 4100, log, signal } = options
  signal?.throwIfAborted()
  const limits = limitsOf(options.limits)
  const own =
    options.page === undefined
      ? undefined
      : {
          files: pageFiles(options.page),
          sessions: openSessions(() => performance.now()),
          key: crypto.randomUUID(),
          root: opened.paths.root,
          onSignIn: () => void openSearch(opened),
        }
  const clients = await openClients(opened, { ...options, sessions: own?.sessions })
  const publishing = await opened.publishing(options)
  const { tls } = publishing
  for (const { code, message } of tls?.findings ?? []) log.warn({ code }, message)
  const allowed = allowedNames(options)
  const address = await addressOf({ host, port })
  const local = isLoopbackAddress(address)
  if (!local && !clients.isSecured) throw gatewayError('GATEWAY_TOKEN_MISSING', { host })
  await using stack = new AsyncDisposableStack()
  const ended = new AbortController()
  const { runners } = await opened.runners.list({ required: options.runner })
  if (runners.length === 0) log.warn({ code: 'RUNNER_NOT_CONFIGURED' }, noRunner)
  await logInterrupted(opened, log)
  const isProxied = publishing.url !== undefined
  const server = boundedServer({ limits, tls, isProxied })
  const listening = await listen(server, { address, host, port })
  stack.defer(() => void server.close())
  const base =
    publishing.url ?? `${tls === undefined ? 'http' : 'https'}://${nameOf({ host, address, local })}:${listening}/`
  const newId = (): string => crypto.randomUUID()
  const publicCards = options.publicCards === true
  const publications = publishing.at({ base, secured: clients.isSecured })
  const { fetch, speaks03 } = publishing
  const sign: NotifierOptions['sign'] = async (text, id) => await publications.sign(text, id)
  const notifier = new Notifier({ fetch, log, newId, sign, wait: waitUntil(ended.signal), signal: ended.signal })
  const tasks = { limits, log, now: Date.now, newId, onEvent: notifier.tell }
  const [board, guideBoard] = [new TaskBoard(tasks), new TaskBoard(tasks)]
  const guard = {
    rules: hostRules(allowed, { base, host, local }),
    clients,
    publicCards,
    isProxied,
    base,
    rate: new CallRate({ callsPerMinute: limits.callsPerMinute, now: () => performance.now() }),
  }
  const app = createApp({
    publications,
    board,
    guideBoard,
    guard,
    limits,
    files: { ...limits, fetch },
    speaks03,
    base,
    log,
    runner: options.runner,
    version: programVersion(),
    signal: ended.signal,
  })
  const route = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const documents = new WeakMap<PublishedText, Document>()
  const document = async (path: string): Promise<Document | undefined> => {
    const text = await (await publications.current()).document(path)
    if (text === undefined) return undefined
    const made = documents.get(text) ?? textDocument(text, { isPublic })
    documents.set(text, made)
    return made
  }
  const isPublic = publicCards || !clients.isSecured
  server.on('request', (request, response) => {
    // Its connection has been refused.
    if (request.socket.writableEnded) return
    endUnread(response, { afterMs: limits.unreadMs })
    if (answerPage(request, response, guard.rules)) return
    const answers = async (): Promise<unknown> =>
      (own !== undefined && (await answerOwnPage(request, response, { ...own, guard }))) ||
      (await answerDocument(request, response, { guard, document })) ||
      (await route(request, response.setHeader('vary', 'Origin')))
    answers()
      .catch(async (error: unknown) => {
        log.error({ err: String(error) }, 'a request broke')
        if (response.headersSent) response.destroy()
        else await answerRefusal(response, brokenRequest(error))
      })
      .catch(() => response.destroy())
  })
  // Where it listens on all addresses, this machine is one of them.
  const localBase = local || address !== '0.0.0.0' ? base : `http://127.0.0.1:${listening}/`
  const gone = own && (await announceServer(own.root, { url: localBase, key: own.key }))
  stack.move()
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    const boards = [board, guideBoard]
    closing ??= shut(server, { boards, notifier, stopMs: limits.stopMs, ended, gone }).finally(resolve)
    await closing
  }
  signal?.addEventListener(
    'abort',
    () => void close().catch((error: unknown) => log.error({ err: String(error) }, 'the server did not close well')),
    { once: true },
  )
  if (signal?.aborted === true) {
    await close()
    throw signal.reason
  }
  log.info({ url: base }, 'listening')
  const link = own && { signInLink: () => signInLink(localBase, own.sessions.newCode()) }
  return { url: base, port: listening, ...link, close, closed, [Symbol.asyncDispose]: close }
}

/** Opens what a search needs, so that the first letter that somebody types does not wait for it. */
async function openSearch({ search }: Space): Promise<void> {
  try {
    // The second search of an index takes it into memory.
    for (const query of ['a', 'b']) await search.everything({ query, by: 'words', top: 1 })
  } catch {
    // It fails for who searches too, who hears why.
  }
}

type Asked = { readonly host: string; readonly port: number }

async function addressOf(asked: Asked): Promise<string> {
  const { host, port } = asked
  // The resolver answers an empty name with nothing instead of an error.
  if (host === '') throw gatewayError('GATEWAY_ADDRESS_UNAVAILABLE', { host: '""', port, reason: 'the name is empty' })
  return (await lookup(host).catch(unavailable(asked))).address
}

function unavailable(asked: Asked): (cause: unknown) => never {
  return (cause) => {
    throw gatewayError('GATEWAY_ADDRESS_UNAVAILABLE', { ...asked, reason: systemErrorReason(cause) }, { cause })
  }
}

/** A name that addresses can be made of: everywhere is none, and identifiers have no place for colons. */
function nameOf({ host, address, local }: { host: string; address: string; local: boolean }): string {
  if (address !== '0.0.0.0' && !host.includes(':')) return host.toLowerCase()
  return local ? 'localhost' : hostname().toLowerCase()
}

async function listen(server: Server, { address, ...asked }: Asked & { address: string }): Promise<number> {
  server.listen({ host: address, port: asked.port })
  await once(server, 'listening').catch(unavailable(asked))
  const bound = server.address()
  return typeof bound === 'object' && bound !== null ? bound.port : asked.port
}

function hostRules(
  allowed: AllowedNames,
  { base, host, local }: { base: string; host: string; local: boolean },
): HostRules {
  const names = ['localhost', '127.0.0.1', '::1', host, new URL(base).host]
  const own = names.flatMap((name) => hostName(name) ?? hostName(`[${name}]`) ?? [])
  return {
    hosts: new Set([...own, ...allowed.hosts]),
    anyAddress: !local,
    origins: new Set([new URL(base).origin, ...allowed.origins]),
  }
}

type Shutting = {
  readonly boards: readonly TaskBoard[]
  readonly notifier: Notifier
  readonly stopMs: number
  readonly ended: AbortController
  readonly gone: (() => Promise<void>) | undefined
}

async function shut(server: Server, { boards, notifier, stopMs, ended, gone }: Shutting): Promise<void> {
  await gone?.()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  await Promise.all(boards.map(async (board) => await board.close(stopMs)))
  await notifier.settled(Math.min(stopMs, 5000))
  ended.abort(new DOMException('The server stopped.', 'AbortError'))
  // What waited for a task is answered now; one who still reads after this has had its time.
  const timer = setTimeout(() => server.closeAllConnections(), 1000)
  server.closeIdleConnections()
  await closed
  clearTimeout(timer)
}
