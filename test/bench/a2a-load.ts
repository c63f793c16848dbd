import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { startServer } from '@datacortex/gateway'
import { openSpace } from '@datacortex/space'
import { Hono } from 'hono'
import type { Bench, Benchmark, Report } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { runProgram } from './measure/run-process.ts'

const program = fileURLToPath(new URL('programs/load-address.mjs', import.meta.url))
const [clients, requests, rounds, callers, callsEach, tasks] = [50, 3000, 3, 64, 8, 500]
const agents = 'version: 2.0.0\nagents:\n  cook: {name: Cook, description: Bakes bread, version: 1.0.0, skills: []}\n'

/** Documents beside a bare Hono, many clients at once, and notifications to a receiver that fails half the time. */
export const a2aLoad: Benchmark = { name: 'a2a-load', run: measure }

async function measure(bench: Bench): Promise<Report> {
  const lost: string[] = []
  const quiet = (): void => undefined
  const log = {
    debug: quiet,
    info: quiet,
    error: quiet,
    warn: (facts: object) => void lost.push(JSON.stringify(facts)),
  }
  const taken = new Map<string, number>()
  const receiver = await listening(failingReceiver(taken))
  const root = await bench.makeFolder()
  const datacore = join(root, '.datacore')
  await mkdir(join(datacore, 'registry'), { recursive: true })
  await writeFile(join(datacore, 'registry', 'agents.yaml'), agents)
  await writeFile(join(datacore, 'settings.yaml'), `serve: {allow_private: ['${new URL(receiver.url).host}']}\n`)
  const openModel = async () => await Promise.resolve(bench.embedder)
  await using space = await openSpace(root, { isTrusted: true, openModel })
  const limits = { callsPerMinute: 1_000_000, waitingTasks: 2 * tasks, keptTasks: 10_000 }
  await using server = await startServer(space, { port: 0, log, limits })
  const answer = getRequestListener(new Hono().get('/', (one) => one.text('Hello')).fetch)
  const hono = await listening(createServer((request, response) => void answer(request, response)))
  const perSecond: Record<string, number[]> = { hono: [], card: [], catalogue: [] }
  const addresses = {
    hono: hono.url,
    card: `${server.url}agents/cook/.well-known/agent-card.json`,
    catalogue: `${server.url}.well-known/ai-catalog.json`,
  }
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, url] of Object.entries(addresses)) {
      const { stdout } = await runProgram([program, url, String(clients), String(requests)], { probed: false })
      const { times, tookMs } = JSON.parse(stdout) as { times: readonly number[]; tookMs: number }
      // The first round warms up.
      if (round > 0) perSecond[name]?.push((times.length / tookMs) * 1000)
    }
  bench.tell(`${callers} clients at once`)
  const times: number[] = []
  let errors = 0
  const caller = async (): Promise<void> => {
    for (let call = 0; call < callsEach; call += 1) {
      const started = performance.now()
      const answer = await send(server.url, {})
      times.push(performance.now() - started)
      if (!answer.includes('TASK_STATE_COMPLETED')) errors += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  bench.tell(`${2 * tasks} notifications`)
  const configuration = { returnImmediately: true, taskPushNotificationConfig: { url: receiver.url, token: 'bench' } }
  for (let sent = 0; sent < tasks; sent += 25)
    await Promise.all(Array.from({ length: 25 }, async () => await send(server.url, configuration)))
  for (let waited = 0; waited < 120 && taken.size + lost.length < 2 * tasks; waited += 1)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  receiver.server.close()
  hono.server.close()
  const rate = (name: string): number => median(perSecond[name] ?? [])
  const twice = [...taken.values()].filter((count) => count > 1).length
  const rows = Object.keys(addresses).map((name) => [
    name,
    rate(name).toFixed(0),
    (rate(name) / rate('hono')).toFixed(2),
  ])
  return {
    tables: [{ title: `GET by ${clients} clients at once`, columns: ['', 'a second', 'to Hono'], rows }],
    checks: [
      {
        what: 'GET of a card to a Hono hello world',
        value: rate('card') / rate('hono'),
        target: { atLeast: 0.7 },
        unit: '×',
      },
      {
        what: 'GET of the catalogue, the same',
        value: rate('catalogue') / rate('hono'),
        target: { atLeast: 0.7 },
        unit: '×',
      },
      { what: `errors of ${callers} clients at once`, value: errors, target: { atMost: 0 } },
      { what: 'notifications delivered once or told', value: taken.size + lost.length, target: { atLeast: 2 * tasks } },
      { what: 'notifications delivered twice', value: twice, target: { atMost: 0 } },
    ],
    notes: [
      `SendMessage of ${callers} clients: p95 ${quantile(times, 0.95).toFixed(0)} ms.`,
      `${taken.size} notifications were delivered, ${lost.length} reported as lost.`,
    ],
  }
}

/** Refuses every other request, by chance that is the same each time, and counts what it took by its id. */
function failingReceiver(taken: Map<string, number>): Server {
  let seed = 1
  return createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      seed = (seed * 16_807) % 2_147_483_647
      const isTaken = seed % 2 === 0
      const id = String(request.headers['a2a-notification-id'])
      if (isTaken) taken.set(id, (taken.get(id) ?? 0) + 1)
      response.writeHead(isTaken ? 204 : 503).end()
    })
  })
}

async function listening(server: Server): Promise<{ readonly server: Server; readonly url: string }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/` }
}

async function send(url: string, configuration: object): Promise<string> {
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: 'describe cook' }] }
  const response = await fetch(`${url}a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message, configuration } }),
  })
  return await response.text()
}
