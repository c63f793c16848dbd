import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Embedder, openEmbedder } from '@datacortex/embeddings'
import { type KnowledgePorts, type SubAgentPool, ingest } from '@datacortex/knowledge-extractor'
import { openMemory } from '@datacortex/memory'
import { createWritesBroker, readSettings, ownPaths, spacePaths, userPaths } from '@datacortex/platform'
import { discoverModules } from '@datacortex/modules'
import { Stopwatch } from '../measure/stopwatch.ts'

// Ingests a folder into a space as the command does, and prints where the time went. It has no arguments of its own
// for cores: anyone who starts it decides on which ones it runs, and the program takes as many as it finds.

/** What the process prints, in milliseconds; CPU times are of user and system together. */
export type IngestTimes = {
  readonly wallMs: number
  /** Of the wall time, in which nothing was being extracted or embedded. */
  readonly outsideMs: number
  /** Of the processes that extract. */
  readonly extractingMs: number
  /** Of the threads with the model. */
  readonly embeddingMs: number
  /** Of all other threads of the program: reading, memory search, analysis, writing. */
  readonly restMs: number
  readonly texts: number
  readonly searches: number
  readonly counts: Readonly<Record<string, number>>
}

const [, , root = '', folder = ''] = process.argv
const bundledDirectory = fileURLToPath(new URL('../../../plugins', import.meta.url))
const load = async (file: string): Promise<Readonly<Record<string, (...args: readonly unknown[]) => unknown>>> =>
  (await import(new URL(`../../../packages/space/dist/parts/${file}`, import.meta.url).href)) as Awaited<
    ReturnType<typeof load>
  >
const { openSpaceSubAgents } = await load('space-sub-agents.js')
const { embeddingThreads } = await load('embedding-threads.js')
const { embedOnce } = await load('embed-once.js')

const { signal } = new AbortController()
const paths = ownPaths(spacePaths(root))
const { modules } = await discoverModules(paths, { bundledDirectory })
const asked = { texts: 0, searches: 0 }
const watch = new Stopwatch()
const startedAt = performance.now()
const before = cpuMs()
const measured = await run()
const wallMs = performance.now() - startedAt
const { embeddingMs, counts } = measured
const restMs = measured.cpuMs - before - embeddingMs
const outsideMs = wallMs - watch.busyMs()
const times: IngestTimes = { wallMs, outsideMs, extractingMs: childrenCpuMs(), embeddingMs, restMs, ...asked, counts }
console.log(JSON.stringify(times))

async function run(): Promise<{
  readonly cpuMs: number
  readonly embeddingMs: number
  readonly counts: IngestTimes['counts']
}> {
  await using stack = new AsyncDisposableStack()
  const settings = await readSettings(paths)
  const agents = stack.use((await openSpaceSubAgents?.({ paths, signal }, { modules, settings })) as Agents)
  const subAgents: SubAgentPool = {
    accepts: async (input) => await watch.time('extracting', async () => await agents.accepts(input)),
    extract: async (...given) => await watch.time('extracting', async () => await agents.extract(...given)),
  }
  const model = stack.use(openEmbedder({ cacheDir: userPaths().cache }))
  const threads = { count: availableParallelism(), settings: settings.embeddings, onProgress: () => {} }
  const embedder = stack.use(embeddingThreads?.(model, threads) as Embedder)
  const counted: Embedder = {
    ...embedder,
    embed: async (texts, options) => {
      asked.texts += texts.length
      return await watch.time('embedding', async () => await embedder.embed(texts, options))
    },
  }
  const once = embedOnce?.(counted) as Embedder
  const memory = stack.use(await openMemory(paths, { embedder: once }))
  const search = memory.batch()
  const ports: KnowledgePorts = {
    paths,
    space: '0-personal',
    subAgents,
    writes: createWritesBroker({ root: paths.root, grants: ['0-personal/**'] }),
    search: async (query, options) => {
      asked.searches += 1
      return await search(query, options)
    },
    embed: async (texts, options) => await once.embed(texts, options),
    workAreas: { health: 'sleep, food, longevity', engineering: 'software, programming, systems' },
  }
  const { counts } = await ingest([folder], ports, { signal })
  return { counts: { ...counts }, cpuMs: cpuMs(), embeddingMs: threadsCpuMs('embedding') }
}

type Agents = SubAgentPool & AsyncDisposable

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Of threads of this name, which Linux counts one by one. */
function threadsCpuMs(name: string): number {
  const stats = readdirSync('/proc/self/task').map((id) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8'))
  return stats
    .filter((stat) => stat.includes(`(${name})`))
    .reduce((sum, stat) => sum + ticks(stat, 11) + ticks(stat, 12), 0)
}

/** Of processes that have ended. */
function childrenCpuMs(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  return ticks(stat, 13) + ticks(stat, 14)
}

/** A field behind the name; Linux counts hundredths of a second. */
function ticks(stat: string, field: number): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[field]) * 10
}
