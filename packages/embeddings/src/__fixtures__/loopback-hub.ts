import { readFile } from 'node:fs/promises'
import { type ServerResponse, createServer } from 'node:http'
import { join } from 'node:path'
import { sha256 } from '@datacortex/platform'
import { vi } from 'vitest'

/** A hub on this machine. */
export type LoopbackHub = AsyncDisposable & {
  readonly origin: string
  /** Paths that were asked for, with the range if one was wanted. */
  readonly asked: string[]
  /** What it does otherwise with a file, by its path below the model; it does nothing of its own then. */
  readonly instead: Map<string, (response: ServerResponse, content: Buffer) => void>
}

/** Serves a folder as the model `someone/tiny`, and is the hub of this process until it is disposed. */
export async function loopbackHub(folder: string): Promise<LoopbackHub> {
  const asked: string[] = []
  const instead: LoopbackHub['instead'] = new Map()
  const server = createServer((request, response) => {
    const path = decodeURI(request.url ?? '').replace('/someone/tiny/resolve/main/', '')
    const { range } = request.headers
    asked.push(range === undefined ? path : `${path} ${range}`)
    void readFile(join(folder, path)).then(
      (content) => {
        const otherwise = instead.get(path)
        if (otherwise !== undefined) return otherwise(response, content)
        const [, from = '0'] = /^bytes=(\d+)-$/.exec(range ?? '') ?? []
        const rest = content.subarray(Number(from))
        response.writeHead(range === undefined ? 200 : 206, {
          etag: `"${sha256(content)}"`,
          'content-length': rest.length,
          ...(range === undefined ? {} : { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
        })
        return response.end(rest)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  vi.stubEnv('HF_ENDPOINT', origin)
  return {
    origin,
    asked,
    instead,
    [Symbol.asyncDispose]: async () => {
      vi.unstubAllEnvs()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
