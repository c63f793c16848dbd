import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DirectoryCache, openPublishedFinder } from '@datacortex/directory'
import type { Embedder } from '@datacortex/embeddings'
import { createSpace, ownPaths, sha256 } from '@datacortex/platform'
import type { PublishedAgent } from '@datacortex/plugin'
import type { RegisteredAgent } from '@datacortex/registry'
import { type Space, openSpace } from '@datacortex/space'
import type { Bench, Benchmark, Report } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'
import { syntheticQueries, syntheticRegistry } from './data/synthetic-agents.ts'
import { wordEmbedder } from './data/word-embedder.ts'

const [here, elsewhere] = [1000, 10_000]
// Relays have a section of their own.
const relays = { relays: ['wss://relay.example/'], deadline_ms: 5000 }
const settings = {
  'directory-catalog': { addresses: ['https://catalog.example/'] },
  'directory-erc8004': { registries: ['https://rpc.example/'] },
  'directory-nostr': { relays: ['wss://relay.example/'] },
}

/** One question to a space and three directories that were listed before, beside one to a space with as many agents. */
export const directoryFind: Benchmark = { name: 'directory-find', run: measured }

async function measured(bench: Bench): Promise<Report> {
  const { embedder } = bench
  const agents = [...syntheticRegistry(here + elsewhere).agents.values()]
  bench.tell(`a space of ${agents.length} agents, and one of ${here} beside ${elsewhere} in directories`)
  await using whole = await opened(bench, { agents, published: [] })
  await using parted = await opened(bench, { agents: agents.slice(0, here), published: agents.slice(here) })
  const queries = syntheticQueries(300)
  const queryOf = (round: number): string => `${queries[round % queries.length] ?? ''} ${round}`
  const ask = async (task: string): Promise<void> => {
    const answer = await parted.find({ task, directories: ['all'] })
    const known = 'directories' in answer ? answer.directories : []
    const found = known.reduce((sum, { found: many }) => sum + many, 0)
    if (found !== elsewhere || known.some(({ stale }) => stale))
      throw new Error('The directories are not as they were.')
  }
  bench.tell('the first questions, which index')
  await Promise.all([whole.index({}), parted.index({})])
  await whole.find({ task: 'first' })
  await ask('first')
  const times = await interleaved(
    {
      embed: async (round) => await embedder.embed([queryOf(round)]),
      whole: async (round) => await whole.find({ task: queryOf(round) }),
      parted: async (round) => await ask(queryOf(round)),
    },
    { rounds: 150, warmUp: 20 },
  )
  const row = (title: string, ms: readonly number[]): readonly string[] => [
    title,
    median(ms).toFixed(1),
    quantile(ms, 0.95).toFixed(1),
    (median(ms) / median(times.whole)).toFixed(2),
  ]
  return {
    tables: [
      {
        title: `find over ${(here + elsewhere).toLocaleString('en')} agents, milliseconds`,
        columns: ['', 'p50', 'p95', 'p50 to local'],
        rows: [
          row('embedding the query', times.embed),
          row('all of them local', times.whole),
          row(`${elsewhere.toLocaleString('en')} of them in three directories`, times.parted),
        ],
      },
    ],
    checks: [
      {
        what: 'find over local and three directories that are cached, to local',
        // Of each round by itself: what else the machine does differs from one to the next.
        value: median(times.parted.map((ms, round) => ms / (times.whole[round] ?? ms))),
        target: { atMost: 1.5 },
        unit: '×',
      },
    ],
  }
}

type Agents = { readonly agents: readonly RegisteredAgent[]; readonly published: readonly RegisteredAgent[] }

async function opened(bench: Bench, { agents, published }: Agents): Promise<Space> {
  const { embedder } = bench
  const root = await bench.makeFolder()
  const paths = ownPaths((await createSpace(root)).paths)
  const entries = Object.fromEntries(agents.map(({ id, entry }) => [id, entry]))
  await writeFile(paths.agentsFile, JSON.stringify({ agents: entries }))
  await writeFile(
    paths.settingsFile,
    JSON.stringify({ plugins: settings, nostr: relays, directories: { max_age_hours: 100 } }),
  )
  using cache = await DirectoryCache.open(paths)
  const now = Date.now()
  for (const [index, [name, own]] of Object.entries(settings).entries()) {
    const records = published.flatMap((agent, at) => (at % 3 === index ? recordOf(agent) : []))
    const asked = name === 'directory-nostr' ? { ...own, ...relays } : own
    const state = { settings: sha256(JSON.stringify(asked)), askedAt: now, listedAt: now, failures: [] }
    cache.store(name.slice('directory-'.length), { records }, { state, seenAt: now })
  }
  // As a refresh leaves it.
  await using _ = await openPublishedFinder(paths, cache, {
    openEmbedder: async () => await Promise.resolve(modelOf(embedder)),
  })
  return await openSpace(root, {
    isTrusted: true,
    bundledDirectory: fileURLToPath(new URL('../../plugins', import.meta.url)),
    openModel: async () => await Promise.resolve(modelOf(embedder)),
  })
}

/** Indexing takes no time; a question takes what the real model takes. */
function modelOf(real: Embedder): Embedder {
  const words = wordEmbedder(real.dimensions)
  return {
    ...words,
    embed: async (texts) => {
      if (texts.length <= 4) await real.embed(texts)
      return await words.embed(texts)
    },
  }
}

function recordOf({ id, entry }: RegisteredAgent): PublishedAgent {
  const { name, description, skills } = entry
  return {
    id: `https://catalog.example/${id}`,
    name,
    description,
    skills: skills.map((skill) => skill.description ?? skill.name),
    proofs: [{ kind: 'signature', holds: true, checked: 'It is signed.' }],
    hash: sha256(id),
  }
}
