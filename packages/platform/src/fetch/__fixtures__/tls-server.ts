import type { AddressInfo } from 'node:net'
import { createServer } from 'node:https'
import { generate } from 'selfsigned'
import { onTestFinished } from 'vitest'
import type { ResolveHost } from '../guarded-lookup.ts'
import { redirecting } from './local-server.ts'

/** A certificate with its key, in PEM. */
export type Certificate = { readonly cert: string; readonly private: string }

/** A certificate for a name, by itself or by an authority. */
export async function certificateFor(
  name: string,
  options: { readonly by?: Certificate; readonly until?: Date; readonly isAuthority?: boolean } = {},
): Promise<Certificate> {
  const { by, until = new Date('2049-12-31'), isAuthority = false } = options
  return await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date('2020-01-01'),
    notAfterDate: until,
    extensions: [
      { name: 'basicConstraints', cA: isAuthority, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
    ...(by === undefined ? {} : { ca: { cert: by.cert, key: by.private } }),
  })
}

/** An HTTPS server of the running test. */
export type TlsServer = {
  readonly port: number
  /** Names that clients asked for before anything was encrypted (RFC 6066, section 3). */
  readonly asked: readonly string[]
  /** `METHOD /path` of everything that arrived. */
  readonly seen: readonly string[]
}

/** Starts a server on this machine that answers as {@link redirecting} does. */
export async function serveTls(certificate: Certificate): Promise<TlsServer> {
  const asked: string[] = []
  const seen: string[] = []
  const server = createServer({ cert: certificate.cert, key: certificate.private }, (request, response) => {
    seen.push(`${request.method} ${request.url}`)
    redirecting(request, response)
  })
  server.on('secureConnection', (socket) => asked.push(String(socket.servername)))
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, asked, seen }
}

/** Every name is this machine. */
export const here: ResolveHost = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
