import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundledModules } from '@datacortex/platform'
import { openSpace } from '@datacortex/space'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { labelledQueries } from './data/labelled-queries.ts'
import { type Bench, type Benchmark, type Check, type Report, dataAbsent } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'

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
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [datacortex, 'mcp', '--root', root], env }),
  )
  try {
    await using engine = await openSpace(root, {
      bundledDirectory: bundledModules(import.meta.dirname),
      openModel: async () =>
        await Promise.resolve({
          ...embedder,
          embed: embedder.embed.bind(embedder),
          [Symbol.asyncDispose]: async () => {},
        }),
    })
    await client.callTool({ name: 'find_agents', arguments: { task: 'first' } })
    const times = await interleaved(
      {
        find: async (round) => await engine.find({ task: queryOf(round) }),
        findAgents: async (round) =>
          await client.callTool({ name: 'find_agents', arguments: { task: queryOf(round) } }),
        list: async () => await client.listTools(),
      },
      { rounds, warmUp: 5 },
    )
    const row = (label: string, values: readonly number[]): readonly string[] => [
      label,
      quantile(values, 0.5).toFixed(1),
      quantile(values, 0.95).toFixed(1),
    ]
    const ratio = (what: string, values: readonly number[]): Check => ({
      what,
      value: median(values) / median(times.find),
      target: { atMost: 1.2 },
      unit: '×',
    })
    const rows = [row('space.find', times.find), row('find_agents', times.findAgents), row('tools/list', times.list)]
    return {
      tables: [{ title: `${rounds} calls in turn, milliseconds`, columns: ['', 'p50', 'p95'], rows }],
      checks: [
        ratio('find_agents over stdio to space.find, p50', times.findAgents),
        ratio('tools/list over stdio to space.find, p50', times.list),
      ],
    }
  } finally {
    await client.close()
  }
}
