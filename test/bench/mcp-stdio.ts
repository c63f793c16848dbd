import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { bundledModules } from '@datacortex/platform'
import { openSpace } from '@datacortex/space'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { labelledQueries } from './data/labelled-queries.ts'
import { type Bench, type Benchmark, type Check, type Report, dataAbsent } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'

// The modules of the program, as it has them: two that know other agents would make the index of each other anew.
const cli = fileURLToPath(new URL('../../apps/cli/src', import.meta.url))
const datacortex = fileURLToPath(new URL('../../apps/cli/bin/datacortex.js', import.meta.url))
const bundle = fileURLToPath(new URL('../../apps/cli/bundle/main.js', import.meta.url))
const rounds = 100

/** `tools/list` and `find_agents` through `datacortex mcp`, in turn with `find` of the engine in this process. */
export const mcpStdio: Benchmark = {
  name: 'mcp-stdio',
  async run(bench) {
    const { dataFolder } = bench
    if (dataFolder === undefined) return dataAbsent
    if (!existsSync(bundle)) return { skipped: 'apps/cli is not built; run pnpm build' }
    return await measure({ ...bench, dataFolder })
  },
}

async function measure(bench: Bench & { readonly dataFolder: string }): Promise<Report> {
  const { embedder } = bench
  const queries = (await labelledQueries(bench.dataFolder, 'voltagent')).map(({ query }) => query)
  // Each is asked once: the hot cache would answer the second time.
  const queryOf = (round: number): string => `${queries[round % queries.length] ?? ''} ${round}`
  const { root } = (await bench.space('voltagent')).paths
  const env = Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  const client = new Client({ name: 'datacortex-bench', version: '1.0.0' })
  const args = [datacortex, 'mcp', '--root', root]
  const transport = new StdioClientTransport({ command: process.execPath, args, env })
  await client.connect(transport)
  try {
    await using engine = await openSpace(root, {
      bundledDirectory: bundledModules(cli),
      openModel: async () =>
        await Promise.resolve({
          ...embedder,
          embed: embedder.embed.bind(embedder),
          [Symbol.asyncDispose]: async () => {},
        }),
    })
    await client.callTool({ name: 'find_agents', arguments: { task: 'first' } })
    const find = async (round: number): Promise<unknown> => await engine.find({ task: queryOf(round) })
    const findAgents = async (round: number): Promise<unknown> =>
      await client.callTool({ name: 'find_agents', arguments: { task: queryOf(round) } })
    // Hosts list once: after each list the client compiles the schemas of all tools again.
    const times = await interleaved({ find, findAgents }, { rounds, warmUp: 5 })
    const list = async (): Promise<unknown> => await client.listTools()
    const listed = await interleaved({ find: async (round) => await find(round + rounds), list }, { rounds, warmUp: 5 })
    const [ofFind, ofCall] = await cpuOf(transport.pid ?? 0, { find, findAgents })
    const row = (label: string, values: readonly number[]): readonly string[] => [
      label,
      quantile(values, 0.5).toFixed(1),
      quantile(values, 0.95).toFixed(1),
    ]
    const ratio = (what: string, values: readonly number[], found: readonly number[]): Check => ({
      what,
      value: median(values) / median(found),
      target: { atMost: 1.2 },
      unit: '×',
    })
    const rows = [row('space.find', times.find), row('find_agents', times.findAgents), row('tools/list', listed.list)]
    return {
      tables: [{ title: `${rounds} calls in turn, milliseconds`, columns: ['', 'p50', 'p95'], rows }],
      checks: [
        ratio('find_agents over stdio to space.find, p50', times.findAgents, times.find),
        ...(ofCall === undefined || ofFind === undefined
          ? []
          : [
              { what: 'the same in time of the processor', value: ofCall / ofFind, target: { atMost: 1.2 }, unit: '×' },
            ]),
        ratio('tools/list over stdio to space.find, p50', listed.list, listed.find),
      ],
    }
  } finally {
    await client.close()
  }
}

type Calls = Readonly<Record<'find' | 'findAgents', (round: number) => Promise<unknown>>>

/** Milliseconds of the processor that 500 calls of each take, here and in the other process; none but on Linux. */
async function cpuOf(pid: number, { find, findAgents }: Calls): Promise<readonly number[]> {
  const inBoth = async (): Promise<number> => {
    const { user, system } = process.cpuUsage()
    // Behind the name, which may have blanks: fields 14 and 15 of proc(5), in hundredths of a second.
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.split(' ') ?? []
    return (user + system) / 1000 + (Number(fields[11]) + Number(fields[12])) * 10
  }
  if (!existsSync(`/proc/${pid}/stat`)) return []
  const taken = [0, 0]
  // In turn, as what else the machine does changes the figures of both.
  for (let round = 0; round < rounds; round += 1)
    for (const [place, call] of [find, findAgents].entries()) {
      const before = await inBoth()
      for (let some = 0; some < 5; some += 1) await call(3 * rounds + round * 5 + some)
      taken[place] = (taken[place] ?? 0) + (await inBoth()) - before
    }
  return taken
}
