import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { startServer } from '@datacortex/gateway'
import { readAgentsToFind } from '@datacortex/modules'
import { openFinder } from '@datacortex/registry/find'
import { openSpace } from '@datacortex/space'
import { type Bench, type Benchmark, type Check, type Report, type Table, dataAbsent } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'
import { labelledQueries } from './data/labelled-queries.ts'
import { runProgram } from './measure/run-process.ts'

const clients = 50
const requests = 20_000
const rounds = 5
const program = fileURLToPath(new URL('programs/load-address.mjs', import.meta.url))
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * The server on real agents: a card for 50 clients that ask again as soon as they are answered, beside a bare
 * `node:http` server that sends the same bytes; and `POST /search` beside `find`.
 */
export const serveSpeed: Benchmark = {
  name: 'serve-speed',
  async run(bench) {
    const { dataFolder } = bench
    return dataFolder === undefined ? dataAbsent : await measure({ ...bench, dataFolder })
  },
}

type Loaded = { readonly times: readonly number[]; readonly perSecond: number }

async function measure(bench: Bench & { readonly dataFolder: string }): Promise<Report> {
  const { paths } = await bench.space('voltagent')
  const openModel = async () => await Promise.resolve(bench.embedder)
  await using space = await openSpace(paths.root, { openModel })
  const limits = { callsPerMinute: 1_000_000 }
  await using server = await startServer(space, { port: 0, log: quiet, limits })
  const catalogue = await (await fetch(`${server.url}.well-known/ai-catalog.json`)).text()
  const card = /"url": "([^"]+\/agents\/[^"]+agent-card\.json)"/.exec(catalogue)?.[1] ?? ''
  const bytes = Buffer.from(await (await fetch(card)).arrayBuffer())
  const bare = await bareServer(bytes)
  bench.tell(`a card of ${bytes.byteLength} bytes for ${clients} clients`)
  const loads: Readonly<Record<'bare' | 'card', Loaded[]>> = { bare: [], card: [] }
  // The first round warms up; in the others each is first in turn.
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? (['bare', 'card'] as const) : (['card', 'bare'] as const)
    for (const name of order) {
      const loaded = await load(name === 'bare' ? addressOf(bare) : card)
      if (round > 0) loads[name].push(loaded)
    }
  }
  bare.close()
  bench.tell('searches')
  const queries = (await labelledQueries(bench.dataFolder, 'voltagent')).map(({ query }) => query)
  await using finder = await openFinder(paths, { openEmbedder: openModel, readAgents: readAgentsToFind })
  const queryOf = (round: number): string => queries[round % queries.length] ?? ''
  const searches = await interleaved(
    {
      find: async (round) => await finder.find(queryOf(round), { top: 11 }),
      search: async (round) => await search(server.url, queryOf(round)),
    },
    { rounds: 256, warmUp: 32 },
  )
  return reportOf(loads, { searches, bytes: bytes.byteLength })
}

async function bareServer(bytes: Buffer): Promise<Server> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.byteLength }).end(bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function addressOf(server: Server): string {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/card`
}

async function load(url: string): Promise<Loaded> {
  const { stdout } = await runProgram([program, url, String(clients), String(requests)], { probed: false })
  const { times, tookMs } = JSON.parse(stdout) as { times: readonly number[]; tookMs: number }
  return { times, perSecond: (times.length / tookMs) * 1000 }
}

async function search(url: string, text: string): Promise<void> {
  const response = await fetch(`${url}search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: { text } }),
  })
  if (response.status !== 200) throw new Error(`status ${response.status}`)
  await response.text()
}

type Measured = {
  readonly searches: Readonly<Record<'find' | 'search', readonly number[]>>
  readonly bytes: number
}

function reportOf(loads: Readonly<Record<'bare' | 'card', readonly Loaded[]>>, { searches, bytes }: Measured): Report {
  // The median of rounds: what else the machine does comes and goes.
  const p95 = (name: 'bare' | 'card'): number => median(loads[name].map(({ times }) => quantile(times, 0.95)))
  const cardRow = (label: string, name: 'bare' | 'card'): readonly string[] => [
    label,
    ...[0.5, 0.95, 0.99].map((share) => median(loads[name].map(({ times }) => quantile(times, share))).toFixed(2)),
    median(loads[name].map(({ perSecond }) => perSecond)).toFixed(0),
  ]
  const cards: Table = {
    title: `GET of a card of ${bytes} bytes by ${clients} clients at once, milliseconds, median of ${rounds} rounds`,
    columns: ['', 'p50', 'p95', 'p99', 'a second'],
    rows: [cardRow('bare node:http', 'bare'), cardRow('the server', 'card')],
  }
  const searchRow = (label: string, values: readonly number[]): readonly string[] => [
    label,
    quantile(values, 0.5).toFixed(2),
    quantile(values, 0.95).toFixed(2),
    (median(values) / median(searches.find)).toFixed(2),
  ]
  const found: Table = {
    title: `Searching, ${searches.find.length} queries, milliseconds`,
    columns: ['', 'p50', 'p95', 'p50 to find'],
    rows: [searchRow('find', searches.find), searchRow('POST /search', searches.search)],
  }
  const checks: readonly Check[] = [
    { what: `GET of a card by ${clients} clients, p95`, value: p95('card'), target: { atMost: 5 }, unit: ' ms' },
    {
      what: 'POST /search to find, p50',
      value: median(searches.search) / median(searches.find),
      target: { atMost: 1.5 },
      unit: '×',
    },
  ]
  return {
    tables: [cards, found],
    checks,
    notes: [`The bare server's p95 is ${p95('bare').toFixed(2)} ms; the clients share the machine with the servers.`],
  }
}
