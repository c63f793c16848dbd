import { appendFile, cp, readdir, rename, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { type NoteIndexUpdate, openNoteIndex, updateNoteIndex } from '@datacortex/memory'
import { type SpacePaths, createSpace } from '@datacortex/platform'
import { type Bench, type Benchmark, type Report, dataAbsent } from './measure/benchmark.ts'
import { median } from './measure/distribution.ts'
import { writeSyntheticNotes } from './data/synthetic-notes.ts'
import { timedEmbedder } from './measure/timed-embedder.ts'
import { wordEmbedder } from './data/word-embedder.ts'

const syntheticCount = 10_000

/** Indexing a real vault and a larger made-up one, and what a re-index costs after this and that change. */
export const memoryIndex: Benchmark = {
  name: 'memory-index',
  async run(bench) {
    const { dataFolder } = bench
    return dataFolder === undefined ? dataAbsent : await measure(bench, dataFolder)
  },
}

async function measure(bench: Bench, dataFolder: string): Promise<Report> {
  await bench.embedder.embed(['load the model'])
  const real = await createSpace(await bench.makeFolder())
  await cp(join(dataFolder, 'bench', 'vault-dendron', 'notes'), join(real.paths.root, 'notes'), { recursive: true })
  bench.tell('indexing a real vault of 1,000 notes')
  const vault = await indexed('dendron-site', real.paths, bench.embedder)
  const made = await createSpace(await bench.makeFolder())
  await writeSyntheticNotes(made.paths.root, syntheticCount)
  bench.tell(`indexing ${syntheticCount.toLocaleString('en')} made-up notes`)
  const embedder = wordEmbedder(bench.embedder.dimensions)
  const quick = await indexed('made up', made.paths, embedder)
  const synthetic = { ...quick, embedMs: await estimatedEmbedMs(made.paths, { bench, embedder }) }
  const changes = await reindexTimes(made.paths, embedder)
  const unchangedMs = changes.find(({ what }) => what === unchanged)?.ms ?? Number.NaN
  return {
    tables: [
      {
        title: 'First indexing, seconds',
        columns: ['vault', 'notes', 'texts', 'embedding', 'the rest', 'share of embedding', 'found by words after'],
        rows: [vault, synthetic].map((first) => [
          first.name,
          String(first.update.added),
          String(first.texts),
          seconds(first.embedMs),
          seconds(first.restMs),
          shareOf(first).toFixed(3),
          seconds(first.wordsMs),
        ]),
      },
      {
        title: `Re-index of ${syntheticCount.toLocaleString('en')} made-up notes, milliseconds, median of ${rounds}`,
        columns: ['after', 'whole', 'added', 'changed', 'removed', 'texts embedded'],
        rows: changes.map(({ what, ms, update }) => [
          what,
          ms.toFixed(0),
          ...[update.added, update.changed, update.removed, update.embedded].map(String),
        ]),
      },
    ],
    checks: [
      { what: 'unchanged re-index of 10,000 notes', value: unchangedMs / 1000, target: { atMost: 2 }, unit: ' s' },
    ],
    notes: [
      `The made-up notes are embedded by an embedder that takes almost no time; the time of embedding is that of ${sampleSize} of their texts by the real model, times their number.`,
    ],
  }
}

type First = {
  readonly name: string
  readonly update: NoteIndexUpdate
  readonly embedMs: number
  readonly restMs: number
  readonly texts: number
  readonly wordsMs: number
}

async function indexed(name: string, paths: SpacePaths, model: Embedder): Promise<First> {
  const { embedder, times } = timedEmbedder(model)
  const startedAt = performance.now()
  let wordsMs = Number.NaN
  const update = await updateNoteIndex(paths, {
    embedder,
    onProgress: ({ stage }) => {
      if (stage === 'embed' && Number.isNaN(wordsMs)) wordsMs = performance.now() - startedAt
    },
  })
  return { name, update, embedMs: times.ms, restMs: update.took_ms - times.ms, texts: times.texts, wordsMs }
}

const sampleSize = 256

async function estimatedEmbedMs(
  paths: SpacePaths,
  { bench, embedder }: { readonly bench: Bench; readonly embedder: Embedder },
): Promise<number> {
  await using index = await openNoteIndex(paths, embedder)
  const ids = [...(await index.chunks.hashes()).keys()].toSorted()
  const step = Math.floor(ids.length / sampleSize)
  const sample = ids.filter((_, place) => place % step === 0).slice(0, sampleSize)
  const texts = [...(await index.chunks.get(sample)).values()].map(({ text }) => text)
  const startedAt = performance.now()
  await bench.embedder.embed(texts)
  return ((performance.now() - startedAt) / texts.length) * ids.length
}

const unchanged = 'nothing'
const rounds = 5

type Reindex = { readonly what: string; readonly ms: number; readonly update: NoteIndexUpdate }

async function reindexTimes(paths: SpacePaths, embedder: Embedder): Promise<readonly Reindex[]> {
  const folder = join(paths.root, 'notes')
  const name = (await readdir(join(folder, 'part-0')))[0] ?? ''
  const note = join(folder, 'part-0', name)
  const changes: readonly (readonly [string, (round: number) => Promise<void>])[] = [
    [unchanged, () => Promise.resolve()],
    ['one note changed', async (round) => await appendFile(note, `\nAnother thought, number ${round}.\n`)],
    ['all times changed, nothing else', async () => await touchAll(folder)],
    ['a folder of 100 notes renamed', async (round) => await rename(part(folder, round), part(folder, round + 1))],
  ]
  const found: Reindex[] = []
  // Files that are seconds old are read once more, as a change could carry the same time.
  await updateNoteIndex(paths, { embedder })
  for (const [what, change] of changes) {
    const times: number[] = []
    let update: NoteIndexUpdate | undefined
    for (let round = 0; round < rounds; round += 1) {
      await change(round)
      update = await updateNoteIndex(paths, { embedder })
      times.push(update.took_ms)
    }
    if (update !== undefined) found.push({ what, ms: median(times), update })
  }
  return found
}

function part(folder: string, round: number): string {
  return join(folder, round === 0 ? 'part-1' : `part-1-renamed-${round}`)
}

async function touchAll(folder: string): Promise<void> {
  const now = new Date()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), now, now)
}

function shareOf({ embedMs, restMs }: First): number {
  return embedMs / (embedMs + restMs)
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
