import { STATUS_CODES, Server, type ServerResponse } from 'node:http'
import { Server as TlsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { patientLimit } from '@datacortex/platform'
import { gatewayError } from '../errors.ts'
import type { Publishing } from '@datacortex/space/published'
import type { ServerLimits } from '../server-options.ts'
import { clientAddress, isLoopbackAddress } from './client-address.ts'
import { type Refusal, codedRefusal, refusedBody } from './refusal.ts'

export type BoundedServerOptions = {
  readonly limits: ServerLimits
  readonly tls: Publishing['tls']
  /** Whether a proxy of this machine may stand before it, whose connections are those of many clients. */
  readonly isProxied: boolean
}

/** A server that gives each client a part of its connections, and each request a time; who wants more is told so. */
export function boundedServer({ limits, tls, isProxied }: BoundedServerOptions): Server | TlsServer {
  const { headersMs, requestMs, headerBytes, clientConnections: most, openRequests } = limits
  const options = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    maxHeaderSize: headerBytes,
    keepAliveTimeout: patientLimit(5000),
    connectionsCheckingInterval: Math.min(headersMs, 1000),
  }
  const server =
    tls === undefined
      ? new Server(options)
      : new TlsServer({ ...options, ...tls, minVersion: 'TLSv1.2', handshakeTimeout: headersMs })
  server.maxConnections = 2 * openRequests
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    if (isProxied && isLoopbackAddress(socket.remoteAddress)) return
    const client = clientAddress(socket.remoteAddress)
    const count = open.get(client) ?? 0
    if (count >= most) {
      // Before its handshake a client of TLS reads nothing.
      if (tls !== undefined) return void socket.destroy()
      return endWith(socket, codedRefusal(429, gatewayError('GATEWAY_CONNECTIONS_TOO_MANY', { most })))
    }
    open.set(client, count + 1)
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1
      if (left > 0) open.set(client, left)
      else open.delete(client)
    })
  })
  const answers = new WeakMap<Duplex, ServerResponse>()
  server.on('request', ({ socket }, response) => void answers.set(socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket)
    const isAnswering = answer?.headersSent === true && !answer.writableFinished
    if (!socket.writable || isAnswering) socket.destroy(error)
    else endWith(socket, refusalOf(error, limits))
  })
  return server
}

function refusalOf({ code }: NodeJS.ErrnoException, limits: ServerLimits): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW')
    return codedRefusal(431, gatewayError('GATEWAY_HEADERS_TOO_LARGE', { headerBytes: limits.headerBytes }))
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return codedRefusal(408, gatewayError('GATEWAY_REQUEST_TOO_SLOW', limits))
  return codedRefusal(400, gatewayError('GATEWAY_REQUEST_INVALID', {}))
}

/** Long enough for the answer to be read: what still comes in is thrown away, and would end the connection at once. */
const lingerMs = 1000

function endWith(socket: Duplex, refusal: Refusal): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
  const body = JSON.stringify(refusedBody(refusal))
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
