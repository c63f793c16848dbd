import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import { Server } from 'node:http'
import { hostname } from 'node:os'
import { getRequestListener } from '@hono/node-server'
import { publishedRights } from '@datacortex/mcp'
import { patientLimit, systemErrorReason } from '@datacortex/platform'
import type { ClientCaller, Space } from '@datacortex/space'
import type { PublishedText } from '@datacortex/space/published'
import { logInterrupted } from './agents/log-findings.ts'
import { createApp } from './app.ts'
import { gatewayError } from './errors.ts'
import { type AllowedNames, allowedNames } from './http/allowed-names.ts'
import { answerDocument, answerRefusal } from './http/answer-document.ts'
import { brokenRequest } from './http/broken-request.ts'
import { CallRate } from './http/call-rate.ts'
import { type HostRules, hostName } from './http/check-host.ts'
import { tokenCheck } from './http/check-token.ts'
import { type Document, textDocument } from './http/document.ts'
import { endUnread } from './http/end-unread.ts'
import { type ServerOptions, limitsOf } from './server-options.ts'
import { TaskBoard } from './tasks/task-board.ts'

/** A server that listens. */
export type RunningServer = AsyncDisposable & {
  /** Base address under which it is reached, with a slash at its end. */
  readonly url: string
  readonly port: number
  /** Takes nothing new, lets running tasks finish within the limit, cancels the others, and closes everything. */
  close(): Promise<void>
  /** Resolves when it has closed, whoever closed it. */
  readonly closed: Promise<void>
}

/**
 * Serves the agents of a space: cards, catalogue, search, and A2A under JSON-RPC and REST.
 *
 * It listens when this resolves. Agents that are added, changed or removed are seen by the next request.
 *
 * @param opened - The space; whoever opened it closes it after the server.
 * @param options - Address, token, rights, limits, log.
 * @throws `GATEWAY_TOKEN_MISSING` `GATEWAY_TOKEN_WEAK` `GATEWAY_ADDRESS_UNAVAILABLE`
 * @throws `GATEWAY_LIMIT_INVALID` `GATEWAY_HOST_INVALID` `GATEWAY_ORIGIN_INVALID`
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
  const hasToken = options.token === undefined ? undefined : tokenCheck(options.token)
  const publishing = await opened.publishing({ url: options.url, sign: options.sign })
  const allowed = allowedNames(options)
  const address = await addressOf(host, port)
  const local = isLoopbackAddress(address)
  if (!local && hasToken === undefined) throw gatewayError('GATEWAY_TOKEN_MISSING', { host })
  await using stack = new AsyncDisposableStack()
  const caller: ClientCaller = { kind: 'client', rights: options.rights ?? publishedRights }
  const ended = new AbortController()
  const space = opened.as(caller)
  if (options.runner !== undefined) await opened.runners.list({ required: options.runner })
  await logInterrupted(opened, log)
  const server = new Server({
    headersTimeout: patientLimit(10_000),
    requestTimeout: patientLimit(60_000),
    keepAliveTimeout: patientLimit(5000),
  })
  server.maxConnections = 2 * limits.openRequests
  const listening = await listen(server, { address, host, port })
  stack.defer(() => void server.close())
  const base = publishing.url ?? `http://${nameOf({ host, address, local })}:${listening}/`
  const tasks = { limits, log, now: Date.now, newId: () => crypto.randomUUID() }
  const [board, guideBoard] = [new TaskBoard(tasks), new TaskBoard(tasks)]
  const isPublic = hasToken === undefined || options.publicCards === true
  const publications = publishing.at({ base, secured: hasToken !== undefined })
  const guard = {
    rules: hostRules(allowed, { base, host, local }),
    hasToken,
    publicCards: options.publicCards === true,
    rate: new CallRate({ callsPerMinute: limits.callsPerMinute, now: () => performance.now() }),
  }
  const app = createApp({
    space,
    publications,
    board,
    guideBoard,
    guard,
    limits,
    base,
    log,
    runner: options.runner,
    rights: options.rights,
    version: options.version ?? '0.1.0',
    signal: ended.signal,
  })
  const route = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const documents = new WeakMap<PublishedText, Document>()
  const document = async (path: string): Promise<Document | undefined> => {
    const text = await (await publications.current()).document(path)
    if (text === undefined) return undefined
    const made = documents.get(text) ?? textDocument({ ...text, isPublic })
    documents.set(text, made)
    return made
  }
  server.on('request', (request, response) => {
    endUnread(response, { afterMs: limits.unreadMs })
    answerDocument(request, response, { guard, document })
      .then(async (answered) => (answered ? undefined : await route(request, response)))
      .catch(async (error: unknown) => {
        log.error({ err: String(error) }, 'a request broke')
        if (response.headersSent) response.destroy()
        else await answerRefusal(response, brokenRequest(error))
      })
      .catch(() => response.destroy())
  })
  const kept = stack.move()
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    closing ??= shut(server, { boards: [board, guideBoard], stopMs: limits.stopMs, opened: kept, ended }).finally(
      resolve,
    )
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
  return { url: base, port: listening, close, closed, [Symbol.asyncDispose]: close }
}

async function addressOf(host: string, port: number): Promise<string> {
  // The resolver answers an empty name with nothing instead of an error.
  if (host === '') throw gatewayError('GATEWAY_ADDRESS_UNAVAILABLE', { host: '""', port, reason: 'the name is empty' })
  try {
    return (await lookup(host)).address
  } catch (error) {
    const reason = systemErrorReason(error)
    throw gatewayError('GATEWAY_ADDRESS_UNAVAILABLE', { host, port, reason }, { cause: error })
  }
}

/** A name that addresses can be made of: everywhere is none, and identifiers have no place for colons. */
function nameOf({ host, address, local }: { host: string; address: string; local: boolean }): string {
  if (address !== '0.0.0.0' && !host.includes(':')) return host.toLowerCase()
  return local ? 'localhost' : hostname().toLowerCase()
}

type Listening = { readonly address: string; readonly host: string; readonly port: number }

async function listen(server: Server, { address, host, port }: Listening): Promise<number> {
  try {
    server.listen({ host: address, port })
    await once(server, 'listening')
  } catch (error) {
    const reason = systemErrorReason(error)
    throw gatewayError('GATEWAY_ADDRESS_UNAVAILABLE', { host, port, reason }, { cause: error })
  }
  const bound: AddressInfo | string | null = server.address()
  return typeof bound === 'object' && bound !== null ? bound.port : port
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
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
  readonly stopMs: number
  readonly opened: AsyncDisposable
  readonly ended: AbortController
}

async function shut(server: Server, { boards, stopMs, opened, ended }: Shutting): Promise<void> {
  await using _ = opened
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  await Promise.all(boards.map(async (board) => await board.close(stopMs)))
  ended.abort(new DOMException('The server stopped.', 'AbortError'))
  // What waited for a task is answered now; whoever still reads after this has had its time.
  const timer = setTimeout(() => server.closeAllConnections(), 1000)
  server.closeIdleConnections()
  await closed
  clearTimeout(timer)
}
