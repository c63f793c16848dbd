import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openEmbedder } from '@datacortex/embeddings'
import type { KnowledgePorts, SubAgentPool } from '@datacortex/knowledge-extractor'
import { ingest } from '@datacortex/knowledge-extractor'
import { openMemory } from '@datacortex/memory'
import { createWritesBroker, readSettings, spacePaths, userPaths } from '@datacortex/platform'
import { discoverModules } from '@datacortex/registry'

// Ingests a folder into a space as the command does, and prints where the time went. It has no arguments of its own
// for cores: whoever starts it decides on which ones it runs, and the program takes as many as it finds.

/** What the process prints. Milliseconds; CPU times are of user and system together. */
export type IngestTimes = {
  readonly wallMs: number
  readonly parentCpuMs: number
  readonly childrenCpuMs: number
  readonly embedCpuMs: number
  readonly embedTexts: number
  /** Without the embedding of the question. */
  readonly searchCpuMs: number
  readonly counts: Readonly<Record<string, number>>
}

type Spent = { ms: number; cpuMs: number; items: number }

const [, , root = '', folder = ''] = process.argv
const bundledDirectory = fileURLToPath(new URL('../../plugins', import.meta.url))
const adapter = new URL('../../apps/cli/dist/knowledge/space-sub-agents.js', import.meta.url).href
const { openSpaceSubAgents } = (await import(adapter)) as {
  readonly openSpaceSubAgents: (paths: object, options: object) => Promise<SubAgentPool & AsyncDisposable>
}

const { signal } = new AbortController()
const paths = spacePaths(root)
const { modules } = await discoverModules(paths, { bundledDirectory })
const embedding: Spent = { ms: 0, cpuMs: 0, items: 0 }
const searching: Spent = { ms: 0, cpuMs: 0, items: 0 }
const startedAt = performance.now()
const cpuBefore = cpuMs()
const counts = await run()
const wallMs = performance.now() - startedAt
const times: IngestTimes = {
  wallMs,
  parentCpuMs: cpuMs() - cpuBefore,
  childrenCpuMs: childrenCpuMs(),
  embedCpuMs: embedding.cpuMs,
  embedTexts: embedding.items,
  searchCpuMs: searching.cpuMs,
  counts,
}
console.log(JSON.stringify(times))

async function run(): Promise<IngestTimes['counts']> {
  await using stack = new AsyncDisposableStack()
  const settings = await readSettings(paths)
  const subAgents = stack.use(await openSpaceSubAgents(paths, { modules, settings, signal }))
  const inner = stack.use(openEmbedder({ cacheDir: userPaths().cache }))
  const embedder = {
    modelId: inner.modelId,
    dimensions: inner.dimensions,
    embed: async (texts: readonly string[], options?: { readonly signal?: AbortSignal | undefined }) =>
      await timed(embedding, texts.length, async () => await inner.embed(texts, options)),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  const memory = stack.use(await openMemory(paths, { embedder }))
  const ports: KnowledgePorts = {
    paths,
    space: '0-personal',
    subAgents,
    writes: createWritesBroker({ root: paths.root, grants: ['0-personal/**'] }),
    search: async (query, options) => await timed(searching, 1, async () => await memory.port(query, options)),
    embed: async (texts, options) => await embedder.embed(texts, options),
    workAreas: { health: 'sleep, food, longevity', engineering: 'software, programming, systems' },
  }
  return { ...(await ingest([folder], ports, { signal })).counts }
}

async function timed<T>(spent: Spent, items: number, work: () => Promise<T>): Promise<T> {
  const [at, cpu] = [performance.now(), cpuMs()]
  const result = await work()
  spent.ms += performance.now() - at
  spent.cpuMs += cpuMs() - cpu
  spent.items += items
  return result
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Of processes that have ended, as Linux counts them; 0 elsewhere. */
function childrenCpuMs(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\) /s, '').split(' ')
    return (Number(fields[13]) + Number(fields[14])) * 10
  } catch {
    return 0
  }
}
