import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { generate } from 'selfsigned'
import { onTestFinished } from 'vitest'

/** A server of the repositories in a folder, as hosts run it: `git http-backend` behind TLS. */
export type GitServer = {
  /** Such as `https://localhost:4711`. */
  readonly origin: string
  /** File of the certificate that its clients have to know. */
  readonly certificate: string
  /** What was asked, such as `GET /agents.git/info/refs`. */
  readonly asked: readonly string[]
}

/** Serves repositories on loopback until the test is over. */
export async function gitServer(folder: string): Promise<GitServer> {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  const certificate = join(folder, 'server.crt')
  await writeFile(certificate, made.cert)
  const asked: string[] = []
  const server = createServer({ cert: made.cert, key: made.private }, (request, response) => {
    asked.push(`${request.method} ${request.url?.replace(/\?.*/, '')}`)
    void answer(folder, { request, response })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return { origin: `https://localhost:${(server.address() as AddressInfo).port}`, certificate, asked }
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** The common gateway interface: facts as variables, a body in, headers and a body out. */
async function answer(folder: string, { request, response }: Exchange): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'https://localhost')
  const { headers } = request
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: pathname,
      QUERY_STRING: String(searchParams),
      CONTENT_TYPE: headers['content-type'],
      HTTP_CONTENT_ENCODING: headers['content-encoding'],
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
      REMOTE_ADDR: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  request.pipe(child.stdin)
  const said = await buffer(child.stdout)
  const end = said.indexOf('\r\n\r\n')
  const lines = said.toString('latin1', 0, end).split('\r\n')
  const given = new Map(lines.map((line) => line.split(': ', 2) as [string, string]))
  const status = Number.parseInt(given.get('Status') ?? '200', 10)
  given.delete('Status')
  response.writeHead(status, Object.fromEntries(given)).end(said.subarray(end + 4))
}
