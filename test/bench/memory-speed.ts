import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { type NoteIndex, coldScan, openNoteIndex, searchNotes, updateNoteIndex } from '@datacortex/memory'
import { type SpacePaths, createSpace, sha256 } from '@datacortex/platform'
import { type Bench, type Benchmark, type Report, dataAbsent } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { seededRandom } from './data/random.ts'
import { syntheticQueries } from './data/synthetic-agents.ts'
import { writeSyntheticNotes } from './data/synthetic-notes.ts'
import { syntheticWords } from './data/synthetic-words.ts'
import { wordEmbedder } from './data/word-embedder.ts'

/**
 * Search in the index of notes beyond embedding the query, and in files that are not indexed. The made-up notes are
 * embedded by one that takes no time: what is measured comes after embedding.
 */
export const memorySpeed: Benchmark = {
  name: 'memory-speed',
  async run(bench) {
    const { dataFolder } = bench
    return dataFolder === undefined ? dataAbsent : await measure(bench, dataFolder)
  },
}

async function measure(bench: Bench, dataFolder: string): Promise<Report> {
  const stores = { notes: await noteSpace(bench, 10_000), few: await chunkSpace(bench, 10_000) }
  const { notes, few, many } = await searchSpeeds({ ...stores, many: await chunkSpace(bench, 100_000) }, bench)
  const cold = await coldTimes(bench, dataFolder)
  const p95 = (values: readonly number[]): number => quantile(values, 0.95)
  return {
    tables: [
      {
        title: 'Search in the index, embedding the query left out, milliseconds',
        columns: ['', 'chunks', 'words p50', 'words p95', 'hybrid p50', 'hybrid p95', 'expand 1 p50', 'expand 1 p95'],
        rows: [notes, few, many].map(({ name, chunks, words, hybrid, linked }) => [
          name,
          chunks.toLocaleString('en'),
          ...[words, hybrid, linked].flatMap((times) => [median(times), p95(times)]).map((ms) => ms.toFixed(1)),
        ]),
      },
      {
        title: 'Scan of 1,000 real notes without an index, milliseconds',
        columns: ['queries', 'p50', 'p95', 'most'],
        rows: [[String(cold.length), ...[0.5, 0.95, 1].map((share) => quantile(cold, share).toFixed(0))]],
      },
    ],
    checks: [
      { what: 'search by words, p95, 10,000 notes', value: p95(notes.words), target: { atMost: 10 }, unit: ' ms' },
      {
        what: 'hybrid search beyond embedding, p95, 10,000 notes',
        value: p95(notes.hybrid),
        target: { atMost: 15 },
        unit: ' ms',
      },
      {
        what: 'words, 100,000 to 10,000 chunks, p95',
        value: p95(many.words) / p95(few.words),
        target: { atMost: 3 },
        unit: '×',
      },
      {
        what: 'hybrid, 100,000 to 10,000 chunks, p95',
        value: p95(many.hybrid) / p95(few.hybrid),
        target: { atMost: 3 },
        unit: '×',
      },
      { what: 'scan without an index, p95, 1,000 notes', value: p95(cold), target: { atMost: 1000 }, unit: ' ms' },
    ],
  }
}

type Store = { readonly name: string; readonly paths: SpacePaths }

async function noteSpace(bench: Bench, count: number): Promise<Store> {
  const { paths } = await createSpace(await bench.makeFolder())
  await writeSyntheticNotes(paths.root, count)
  bench.tell(`indexing ${count.toLocaleString('en')} made-up notes`)
  await updateNoteIndex(paths, { embedder: wordEmbedder(bench.embedder.dimensions) })
  return { paths, name: `${count.toLocaleString('en')} notes` }
}

async function chunkSpace(bench: Bench, count: number): Promise<Store> {
  const { paths } = await createSpace(await bench.makeFolder())
  const embedder = wordEmbedder(bench.embedder.dimensions)
  bench.tell(`storing ${count.toLocaleString('en')} made-up chunks`)
  await using index = await openNoteIndex(paths, embedder)
  const random = seededRandom(5)
  for (let start = 0; start < count; start += 10_000) {
    const texts = Array.from({ length: Math.min(10_000, count - start) }, () => syntheticWords(random, 60).join(' '))
    const vectors = await embedder.embed(texts)
    await index.chunks.upsert(
      texts.map((text, place) => ({
        id: `note-${start + place}.md#0`,
        text,
        hash: sha256(text),
        vector: vectors[place],
        fields: { path: `note-${start + place}.md`, type: 'note', start: 1, end: 1 },
      })),
    )
  }
  await index.chunks.optimize()
  return { paths, name: 'chunks alone' }
}

type Speed = {
  readonly name: string
  readonly chunks: number
  readonly words: number[]
  readonly hybrid: number[]
  readonly linked: number[]
}

/** All stores in turn, part by part: whatever else the machine does slows all of them alike. */
async function searchSpeeds<Name extends string>(
  stores: Readonly<Record<Name, Store>>,
  bench: Bench,
): Promise<Readonly<Record<Name, Speed>>> {
  const embedder = wordEmbedder(bench.embedder.dimensions)
  const queries = syntheticQueries(parts * queriesPerPart)
  await embedder.embed(queries)
  const ways = { words: {}, hybrid: { embedder }, linked: { embedder, expand: 1 } } as const
  await using opened = new AsyncDisposableStack()
  const speeds = {} as Record<Name, Speed & { readonly index: NoteIndex }>
  for (const name of Object.keys(stores) as Name[]) {
    const index = opened.use(await openNoteIndex(stores[name].paths, embedder))
    await index.chunks.warm()
    const chunks = await index.chunks.count()
    speeds[name] = { index, name: stores[name].name, chunks, words: [], hybrid: [], linked: [] }
  }
  for (const way of ['words', 'hybrid', 'linked'] as const)
    for (let part = 0; part < parts; part += 1)
      for (const { index, [way]: times } of Object.values<Speed & { readonly index: NoteIndex }>(speeds))
        for (const query of queries.slice(part * queriesPerPart, (part + 1) * queriesPerPart)) {
          const startedAt = performance.now()
          await searchNotes(index, query, { limit: 10, ...ways[way] })
          if (part > 0) times.push(performance.now() - startedAt)
        }
  return speeds
}

/** The first one warms up. */
const parts = 6
const queriesPerPart = 40

async function coldTimes(bench: Bench, dataFolder: string): Promise<readonly number[]> {
  const { paths } = await createSpace(await bench.makeFolder())
  await cp(join(dataFolder, 'bench', 'vault-dendron', 'notes'), join(paths.root, 'notes'), { recursive: true })
  const queries = [
    'how do I publish a vault',
    'rename a note and update its links',
    'schema for daily journal',
    'graph view',
    'sync between machines with git',
    'template for export',
    'configuration of the sidebar',
    'what is a hierarchy good for',
  ]
  const times: number[] = []
  for (let round = 0; round < 5; round += 1)
    for (const query of queries) times.push((await coldScan(paths, query)).took_ms)
  return times
}
