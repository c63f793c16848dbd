import { WebSocket } from 'ws'
import { orAborted } from '../or-aborted.ts'
import { platformError } from '../errors.ts'
import { patientLimit } from '../patient-limit.ts'
import { checkTarget, mayBePrivate } from './check-target.ts'
import { fetchFailure } from './fetch-failure.ts'
import { limitsHere } from './fetch-limits.ts'
import { guardedLookup, resolveBySystem } from './guarded-lookup.ts'
import type { GuardedSocket, GuardedSocketOptions, OpenSocket, SocketLimits } from './socket-options.ts'
import { userAgentFor } from './user-agent.ts'

const defaults = { messageBytes: 1_000_000, totalBytes: 100_000_000, messages: 100_000 }

/** The working part of `createGuardedSocket`. */
export function openSockets(options: GuardedSocketOptions): OpenSocket {
  return async (url, { signal, limits: wanted } = {}) => {
    signal?.throwIfAborted()
    const times = { connectMs: patientLimit(10_000), totalMs: patientLimit(120_000) }
    const limits: SocketLimits = { ...defaults, ...times, ...options.limits, ...wanted }
    // The rules of the web's addresses hold for these too, whose schemes are others.
    if (!/^wss?:/i.test(url))
      throw platformError('FETCH_REFUSED', {
        url,
        reason: 'only ws and wss are connected to',
        hint: 'Give an address that begins with wss://.',
      })
    const target = checkTarget(url.replace(/^ws/i, 'http'), options)
    const lookup = guardedLookup(options.resolve ?? resolveBySystem, { allowPrivate: mayBePrivate(target, options) })
    const socket = new WebSocket(target.href.replace(/^http/, 'ws'), {
      lookup,
      maxPayload: limits.messageBytes,
      handshakeTimeout: limits.connectMs,
      perMessageDeflate: false,
      followRedirects: false,
      headers: { 'user-agent': userAgentFor(undefined) },
    })
    const opened = connection(socket, { url, limits, signal })
    await opened.ready
    return opened.socket
  }
}

function connection(
  socket: WebSocket,
  { url, limits, signal }: { url: string; limits: SocketLimits; signal: AbortSignal | undefined },
): { readonly ready: Promise<void>; readonly socket: GuardedSocket } {
  const waiting: string[] = []
  let [bytes, count, isOver] = [0, 0, false]
  let failure: unknown
  let wake = (): void => {}
  const end = (error?: unknown): void => {
    if (isOver) return
    isOver = true
    failure = error
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    socket.terminate()
    wake()
  }
  const stop = (): void => end(signal?.reason)
  const late = (waitedFor: string, timeoutMs: number): void =>
    end(platformError('FETCH_TIMEOUT', { url, waitedFor, timeoutMs }))
  const timer = setTimeout(() => late('end', limits.totalMs), limits.totalMs).unref()
  signal?.addEventListener('abort', stop, { once: true })
  const tooLarge = (what: string, maxBytes: number): void =>
    end(platformError('FETCH_TOO_LARGE', { url, what, maxBytes }))
  socket.on('message', (data: Buffer) => {
    bytes += data.length
    count += 1
    if (bytes > limits.totalBytes) return tooLarge('All that came', limits.totalBytes)
    if (count > limits.messages)
      return end(platformError('FETCH_REFUSED', { url, reason: `it sent more than ${limits.messages} messages` }))
    waiting.push(data.toString('utf8'))
    if (waiting.length >= 1000) socket.pause()
    wake()
  })
  const ready = new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    wake = () => isOver && reject(failure)
  })
  socket.on('error', (error) => {
    const isLarge = 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
    if (isLarge) return tooLarge('A message', limits.messageBytes)
    if (/handshake has timed out/.test(error.message)) return late('connection', limits.connectMs)
    end(fetchFailure(error, { url, limits: limitsHere() }))
  })
  socket.on('close', () => end())
  async function* messages(): AsyncGenerator<string> {
    for (;;) {
      const text = waiting.shift()
      if (text !== undefined) {
        if (waiting.length === 0 && socket.isPaused) socket.resume()
        yield text
      } else if (isOver) {
        if (failure !== undefined) throw failure
        return
      } else await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const ended = (): Error => platformError('FETCH_UNREACHABLE', { url, reason: 'the connection has ended' })
  return {
    ready: ready.finally(() => (wake = () => {})),
    socket: {
      [Symbol.asyncIterator]: messages,
      async send(text) {
        if (isOver) throw failure ?? ended()
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        socket.send(text, (error) => (error === undefined || error === null ? resolve() : reject(ended())))
        await (signal === undefined ? promise : orAborted(promise, signal))
      },
      async [Symbol.asyncDispose]() {
        end()
      },
    },
  }
}
