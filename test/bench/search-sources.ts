import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Memory, openMemory, updateNoteIndex } from '@datacortex/memory'
import { type SpacePaths, createGuardedFetch, createSpace, ownPaths } from '@datacortex/platform'
import { type SearchAnswer, searchEverything } from '@datacortex/research'
import { openSources } from '@datacortex/sources'
import type { Bench, Benchmark, Report } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'
import { seededRandom } from './data/random.ts'
import { writeSyntheticNotes } from './data/synthetic-notes.ts'
import { syntheticWords } from './data/synthetic-words.ts'
import { wordEmbedder } from './data/word-embedder.ts'

const count = 12
const noteCount = 2000

/**
 * The search layer with twelve sources on servers of this machine: half of them hanging, and all of them fast. The
 * servers share the processor with the search.
 */
export const searchSources: Benchmark = {
  name: 'search-sources',
  async run(bench) {
    await using server = await startServer()
    const paths = ownPaths((await createSpace(await bench.makeFolder())).paths)
    await writeSyntheticNotes(paths.root, noteCount)
    bench.tell(`indexing ${noteCount.toLocaleString('en')} made-up notes`)
    // Embedding belongs to the model; what is measured here comes after it.
    const embedder = wordEmbedder(bench.embedder.dimensions)
    await updateNoteIndex(paths, { embedder })
    await using memory = await openMemory(paths, { embedder })
    return await measure(bench, { paths, memory, server })
  },
}

type Setup = { readonly paths: SpacePaths; readonly memory: Memory; readonly server: Server }

async function measure(bench: Bench, { paths, memory, server }: Setup): Promise<Report> {
  const { signal } = new AbortController()
  const fetch = createGuardedFetch({ allowPrivate: [server.host] })
  const random = seededRandom(7)
  const queries = Array.from({ length: 50 }, () => syntheticWords(random, 3).join(' '))
  const query = (round: number): string => queries[round % queries.length] ?? ''
  const local = async (text: string): Promise<Awaited<ReturnType<Memory['search']>>> =>
    await memory.search(text, { limit: 5, signal })
  const search = async (round: number): Promise<SearchAnswer> => {
    // A source that hung three times would not be asked any more.
    await rm(join(paths.stateDirectory, 'sources.json'), { force: true })
    await using sources = await openSources(paths, {
      loadSource: () => Promise.reject(new Error('All sources are entries.')),
      secret: () => Promise.resolve(undefined),
      fetch,
      now: Date.now,
      defaults: {},
    })
    return await searchEverything(query(round), { sources, local }, { signal })
  }
  await writeFile(
    paths.sourcesFile,
    entries(server, () => 'fast'),
  )
  bench.tell('twelve fast sources')
  const fast = await interleaved(
    {
      local: async (round) => await local(query(round)),
      slowest: async () => await (await fetch(`${server.origin}/fast/${count - 1}?q=x`, { signal })).json(),
      all: search,
    },
    { rounds: 40, warmUp: 3 },
  )
  await writeFile(
    paths.sourcesFile,
    entries(server, (index) => (index % 2 === 0 ? 'hangs' : 'fast')),
  )
  bench.tell('twelve sources of which six hang')
  const hanging: number[] = []
  const answers: SearchAnswer[] = []
  for (let round = 0; round < 5; round += 1) {
    const startedAt = performance.now()
    answers.push(await search(round))
    hanging.push(performance.now() - startedAt)
  }
  const rows: readonly (readonly [string, readonly number[]])[] = [
    ['notes alone', fast.local],
    ['the slowest source alone', fast.slowest],
    [`notes and ${count} fast sources`, fast.all],
    [`notes and ${count} sources, 6 hang`, hanging],
  ]
  const bar = median(fast.local) + median(fast.slowest)
  return {
    tables: [
      {
        title: `Search in ${noteCount.toLocaleString('en')} notes and ${count} sources, milliseconds`,
        columns: ['', 'p50', 'p95', 'most'],
        rows: rows.map(([name, ms]) => [name, ...[0.5, 0.95, 1].map((share) => quantile(ms, share).toFixed(0))]),
      },
    ],
    checks: [
      {
        what: '12 fast sources against the slowest plus notes alone, p50',
        value: median(fast.all) / bar,
        target: { atMost: 1.2 },
        unit: '×',
      },
      { what: '6 of 12 sources hang, longest', value: Math.max(...hanging), target: { atMost: 5200 }, unit: ' ms' },
      {
        what: 'results of notes and of fast sources while 6 hang, least of both',
        value: Math.min(...answers.map(({ results }) => new Set(results.map(({ origin }) => origin === 'local')).size)),
        target: { atLeast: 2 },
      },
      {
        what: 'hanging sources that are named, least',
        value: Math.min(...answers.map(({ skipped }) => skipped.length)),
        target: { atLeast: 6 },
      },
    ],
  }
}

type Server = AsyncDisposable & { readonly origin: string; readonly host: string }

/** Answers `/fast/<n>` after 100 to 210 ms with ten results, and `/hangs/<n>` never. */
async function startServer(): Promise<Server> {
  const server = createServer((request, response) => {
    const [, kind, number = '0'] = (request.url ?? '').split(/[/?]/)
    if (kind === 'hangs') return
    const results = Array.from({ length: 10 }, (_, rank) => ({
      title: `Result ${rank} of source ${number}`,
      url: `https://source-${number}.example/${rank}`,
      text: `What source ${number} says about its topic in sentence ${rank} is long enough to be a statement.`,
    }))
    setTimeout(() => response.end(JSON.stringify({ results })), 100 + 10 * Number(number))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: `http://${host}`,
    host,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function entries({ origin }: Server, kindOf: (index: number) => string): string {
  const sources = Array.from({ length: count }, (_, index) => [
    `  s${index}:`,
    '    { type: api, tool: http, layers: [search], content_type: documents, per_minute: 1000, per_day: 100000,',
    `      request: { url: '${origin}/${kindOf(index)}/${index}?q={query}' },`,
    "      response: { items: '$.results[*]', title: title, url: url, text: text } }",
  ])
  return `sources:\n${sources.flat().join('\n')}\n`
}
