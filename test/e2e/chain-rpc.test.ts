import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { runJson } from './one-process.ts'
import { startDatacortex } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'
import { temporaryCopy } from './temporary-folder.ts'

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
)

test('interrupted after it was signed: what is on its way is said, and the next run of any kind plans it', async () => {
  const cwd = await temporaryCopy(space().root)
  const dev = startDatacortex(['chain', 'dev', '--port', '0', '--json'], { cwd })
  onTestFinished(() => void dev.child.kill())
  const [line] = (await once(dev.child.stdout ?? dev.child, 'data')) as [string]
  const { rpc, accounts } = JSON.parse(line) as { rpc: string; accounts: readonly string[] }
  const signed = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    void forward(request, rpc).then(({ isSending, text }) => (isSending ? signed.resolve() : response.end(text)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const slow = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const given = ['--url', 'https://me.example/', '--account', accounts[0] ?? '']
  const { child, ended } = startDatacortex(
    ['chain', 'register', 'sql-tuner', ...given, '--rpc', slow, '--signer-rpc', rpc, '--confirm'],
    { cwd },
  )
  await signed.promise
  child.kill('SIGINT')
  const { status, stderr } = await ended
  expect(status).toBe(130)
  expect(stderr).toMatch(/^next {7}Run the same command again: 0x\w{64} of sql-tuner is signed and may be on the way/m)
  const plan = await runJson(['chain', 'register', 'translator', ...given, '--rpc', rpc], { cwd })
  expect(plan).toMatchObject({
    plan: [
      { id: 'sql-tuner', action: 'resume' },
      { id: 'translator', agent_id: 1 },
    ],
  })
  const done = await runJson(['chain', 'register', 'translator', ...given, '--rpc', rpc, '--confirm'], { cwd })
  expect(done).toMatchObject({
    results: [
      { id: 'sql-tuner', agent_id: 0, status: 'registered' },
      { id: 'translator', agent_id: 1, status: 'registered' },
    ],
  })
})

/** Asks the node, except to send a transaction. */
async function forward(
  request: IncomingMessage,
  rpc: string,
): Promise<{ readonly isSending: boolean; readonly text: string }> {
  const body = await text(request)
  const isSending = body.includes('eth_sendRawTransaction')
  const headers = { 'content-type': 'application/json' }
  return { isSending, text: isSending ? '' : await (await fetch(rpc, { method: 'POST', headers, body })).text() }
}
