import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startDatacortex } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'

const space = useSampleSpace()

test.skipIf(process.platform !== 'linux')(
  'the RPC of the environment is used, and its key stands in no argument and in no error',
  async () => {
    const asked = Promise.withResolvers<string>()
    const server = createServer((request, response) => {
      asked.resolve(request.url ?? '')
      // Answers when the arguments were read.
      void read.promise.then(() => response.writeHead(200).end('nonsense'))
    })
    const read = Promise.withResolvers<void>()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { child, ended } = startDatacortex(
      ['chain', 'status', 'translator', '--url', 'https://me.example/', '--json'],
      {
        cwd: space().root,
        env: { DATACORTEX_RPC_URL: `http://127.0.0.1:${port}/v3/my-secret-key` },
      },
    )
    expect(await asked.promise).toBe('/v3/my-secret-key')
    const line = await readFile(`/proc/${child.pid}/cmdline`, 'utf8')
    expect([line.includes('status'), line.includes('my-secret-key')]).toEqual([true, false])
    read.resolve()
    const { status, stdout, stderr } = await ended
    expect([status, stdout.includes('EXPORT_RPC_FAILED'), stdout.includes('my-secret-key')]).toEqual([1, true, false])
    expect(stderr).not.toContain('my-secret-key')
  },
  60_000,
)
