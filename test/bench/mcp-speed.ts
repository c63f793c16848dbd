import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Embedder } from '@datacortex/embeddings'
import { updateNoteIndex } from '@datacortex/memory'
import { bundledModules, createSpace } from '@datacortex/platform'
import { openSpace } from '@datacortex/space'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type Bench, type Benchmark, type Check, type Report, type Table, dataAbsent } from './measure/benchmark.ts'
import { labelledQueries } from './data/labelled-queries.ts'
import { median, quantile } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'

const datacortex = fileURLToPath(new URL('../../apps/cli/bin/datacortex.js', import.meta.url))
const bundle = fileURLToPath(new URL('../../apps/cli/bundle/main.js', import.meta.url))
const rounds = 100

/**
 * Calls of `datacortex mcp`, as an assistant makes them one after another, beside the same operations of a space in one
 * process; and the memory of the server, also after many calls at once.
 */
export const mcpSpeed: Benchmark = {
  name: 'mcp-speed',
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
  const agents = (await bench.space('voltagent')).paths
  const notes = (await createSpace(await bench.makeFolder())).paths
  await cp(join(bench.dataFolder, 'bench', 'vault-dendron', 'notes'), join(notes.root, 'notes'), { recursive: true })
  bench.tell('indexing 1,000 notes')
  await updateNoteIndex(notes, { embedder })
  await using finding = await started(agents.root)
  await using searching = await started(notes.root)
  // The first call brings the index in step with the program's own modules.
  await finding.call('find_agents', { task: 'first' })
  const options = {
    bundledDirectory: bundledModules(fileURLToPath(new URL('../../apps/cli/src', import.meta.url))),
    openModel: async () => await Promise.resolve(kept(embedder)),
  }
  await using engine = await openSpace(agents.root, options)
  await using noteEngine = await openSpace(notes.root, options)
  bench.tell('calls')
  const times = await interleaved(
    {
      embed: async (round) => await embedder.embed([queryOf(round)]),
      find: async (round) => await engine.find({ task: queryOf(round), top: 10 }),
      findAgents: async (round) => await finding.call('find_agents', { task: queryOf(round), top: 10 }),
      search: async (round) => await noteEngine.search({ query: queryOf(round), top: 10 }),
      searchNotes: async (round) => await searching.call('search_notes', { query: queryOf(round), top: 10 }),
    },
    { rounds, warmUp: 5 },
  )
  const afterOthers = await searching.rssMb()
  const burst = Array.from({ length: 100 }, async (_, place) => {
    await searching.call('search_notes', { query: `at once ${queryOf(place)}` })
  })
  await Promise.all(burst)
  return reportOf(times, { afterOthers, peak: await searching.rssMb('VmHWM') })
}

/** The model of the benchmark stays open. */
function kept(embedder: Embedder): Embedder {
  const { modelId, dimensions } = embedder
  return {
    modelId,
    dimensions,
    embed: async (texts, options) => await embedder.embed(texts, options),
    unknownShare: async (text, options) => (await embedder.unknownShare?.(text, options)) ?? 0,
    [Symbol.asyncDispose]: async () => await Promise.resolve(),
  }
}

type Served = AsyncDisposable & {
  call(name: string, given: Record<string, unknown>): Promise<void>
  /** Of the process. */
  rssMb(field?: 'VmRSS' | 'VmHWM'): Promise<number>
}

async function started(root: string): Promise<Served> {
  const env = Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  const args = [datacortex, 'mcp', '--read-only', '--root', root]
  const transport = new StdioClientTransport({ command: process.execPath, args, env })
  const client = new Client({ name: 'datacortex-bench', version: '1.0.0' })
  await client.connect(transport)
  return {
    call: async (name, given) => {
      const { isError, content } = await client.callTool({ name, arguments: given })
      if (isError === true) throw new Error(JSON.stringify(content))
    },
    rssMb: async (field = 'VmRSS') => {
      const status = await readFile(`/proc/${transport.pid}/status`, 'utf8').catch(() => '')
      return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024
    },
    [Symbol.asyncDispose]: async () => await client.close(),
  }
}

type Times = Readonly<Record<'embed' | 'find' | 'findAgents' | 'search' | 'searchNotes', readonly number[]>>

function reportOf(
  times: Times,
  { afterOthers, peak }: { readonly afterOthers: number; readonly peak: number },
): Report {
  const row = (label: string, values: readonly number[], to: readonly number[]): readonly string[] => [
    label,
    quantile(values, 0.5).toFixed(1),
    quantile(values, 0.95).toFixed(1),
    (median(values) / median(to)).toFixed(2),
  ]
  const calls: Table = {
    title: `One call after another, ${rounds} queries, milliseconds`,
    columns: ['', 'p50', 'p95', 'p50 to the line before'],
    rows: [
      row('embedding the query', times.embed, times.embed),
      row('space.find', times.find, times.embed),
      row('find_agents', times.findAgents, times.find),
      row('space.search', times.search, times.search),
      row('search_notes', times.searchNotes, times.search),
    ],
  }
  const memory: Table = {
    title: 'Memory of the server of notes in MB',
    columns: ['', 'RSS'],
    rows: [
      [`after ${rounds} calls`, afterOthers.toFixed(0)],
      ['at most, with 100 more at once', peak.toFixed(0)],
    ],
  }
  const ratio = (
    what: string,
    values: readonly number[],
    { to, atMost }: { readonly to: readonly number[]; readonly atMost: number },
  ): Check => ({
    what,
    value: median(values) / median(to),
    target: { atMost },
    unit: '×',
  })
  const checks: readonly Check[] = [
    ratio('space.find to embedding the query, p50', times.find, { to: times.embed, atMost: 1.5 }),
    ratio('find_agents to space.find, p50', times.findAgents, { to: times.find, atMost: 1.3 }),
    ratio('search_notes to space.search, p50', times.searchNotes, { to: times.search, atMost: 1.3 }),
    { what: 'memory of mcp, 100 searches at once', value: peak, target: { atMost: 700 }, unit: ' MB' },
  ]
  // Where there is no /proc, nobody says.
  return { tables: [calls, memory], checks: checks.filter(({ value }) => !Number.isNaN(value)) }
}
