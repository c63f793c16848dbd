import { cp } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Embedder, openEmbedder, verifyModel } from '@datacortex/embeddings'
import { updateNoteIndex } from '@datacortex/memory'
import { createSpace, userPaths } from '@datacortex/platform'
import { type TokenBatch, bareSessions, tokenBatches } from './baselines/bare-sessions.ts'
import { corpora, importAndIndex } from './data/corpus-space.ts'
import { wordEmbedder } from './data/word-embedder.ts'
import { type Bench, type Benchmark, type Report, dataAbsent } from './measure/benchmark.ts'
import { median } from './measure/distribution.ts'

const sampleSize = 1200
/** The exact model takes several times as long. */
const exactShare = 4
const rounds = 3

/** Texts a second: our embedder beside bare sessions of onnxruntime on the same texts, and whole imports beside both. */
export const embedSpeed: Benchmark = {
  name: 'embed-speed',
  async run(bench) {
    return bench.dataFolder === undefined ? dataAbsent : await measure(bench, bench.dataFolder)
  },
}

async function measure(bench: Bench, dataFolder: string): Promise<Report> {
  const cores = availableParallelism()
  const cacheDir = userPaths().cache
  const open = async (options: Partial<Parameters<typeof openEmbedder>[0]>): Promise<Embedder> => {
    const embedder = openEmbedder({ cacheDir, ...options })
    // Loading is not part of it, nor are the threads' starts.
    await embedder.embed(Array.from({ length: 64 }, () => 'load the model'))
    return embedder
  }
  await using none = await open({ threads: 0 })
  await using one = await open({ threads: 1 })
  await using all = await open({ threads: cores })
  await using exact = await open({ threads: 0, model: { dtype: 'fp32' } })
  const { folder } = await verifyModel({ cacheDir })
  const { folder: tokenizer } = await verifyModel({ cacheDir, model: { dtype: 'fp32' } })
  await using bare = await bareSessions(folder, cores)
  const makeImport = importOf(bench, dataFolder)
  const makeIndex = indexOf(bench, dataFolder)
  const [agents, notes] = [await textsOf(makeImport), await textsOf(makeIndex)]
  const sample = everyNth([...agents, ...notes], sampleSize)
  const few = everyNth(sample, sampleSize / exactShare)
  const batches = await tokenBatches(sample, tokenizer)
  bench.tell('embedding the same texts in several ways')
  const ways = await timed({
    [`bare sessions, 1 thread`]: async () => await bare.run(batches, 1),
    [`bare sessions, ${cores} threads`]: async () => await bare.run(batches, cores),
    'int8, no thread beside the program': async () => await none.embed(sample),
    'int8, 1 thread': async () => await one.embed(sample),
    [`int8, ${cores} threads`]: async () => await all.embed(sample),
    'fp32 by the library, as before': async () => await exact.embed(few),
  })
  const whole = [
    await beside(`import of 158 agents`, {
      bench,
      bare,
      cores,
      work: makeImport,
      embedder: all,
      texts: agents,
      tokenizer,
    }),
    await beside(`index of 1,000 notes`, {
      bench,
      bare,
      cores,
      work: makeIndex,
      embedder: all,
      texts: notes,
      tokenizer,
    }),
  ]
  const textsOfWay = (name: string): number => (name.startsWith('fp32') ? few.length : sample.length)
  return {
    tables: [
      {
        title: `${sample.length} texts of agents and notes, ${few.length} by fp32; median of ${rounds}, in turn`,
        columns: ['', 'texts a second', 'texts a CPU-second'],
        rows: [...ways].map(([name, { wallMs, cpuMs }]) => [
          name,
          ...[wallMs, cpuMs].map((ms) => ((textsOfWay(name) / ms) * 1000).toFixed(0)),
        ]),
      },
      {
        title: `Everything that a command does, beside bare sessions on the same texts in ${cores} threads`,
        columns: ['', 'texts', 'seconds', 'bare sessions', 'ratio'],
        rows: whole.map(({ name, texts, wallMs, bareMs }) => [
          name,
          String(texts),
          ...[wallMs, bareMs].map((ms) => (ms / 1000).toFixed(1)),
          (wallMs / bareMs).toFixed(2),
        ]),
      },
    ],
    checks: whole.map(({ name, wallMs, bareMs }) => ({
      what: `${name} to bare sessions`,
      value: wallMs / bareMs,
      target: { atMost: 1.35 },
      unit: '×',
    })),
  }
}

type Work = (embedder: Embedder) => Promise<unknown>

function importOf(bench: Bench, dataFolder: string): Work {
  return async (embedder) => {
    const { paths } = await createSpace(await bench.makeFolder())
    const source = join(dataFolder, 'agents', 'voltagent')
    await importAndIndex(paths, { source, format: corpora.voltagent, embedder })
  }
}

function indexOf(bench: Bench, dataFolder: string): Work {
  return async (embedder) => {
    const { paths } = await createSpace(await bench.makeFolder())
    await cp(join(dataFolder, 'bench', 'vault-dendron', 'notes'), join(paths.root, 'notes'), { recursive: true })
    await updateNoteIndex(paths, { embedder })
  }
}

/** What is embedded by some work. */
async function textsOf(work: Work): Promise<readonly string[]> {
  const inner = wordEmbedder(384)
  const texts: string[] = []
  await work({
    ...inner,
    embed: async (some, options) => {
      texts.push(...some)
      return await inner.embed(some, options)
    },
  })
  return texts
}

function everyNth(texts: readonly string[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, place) => texts[Math.floor((place * texts.length) / count)] ?? '')
}

type Times = { readonly wallMs: number; readonly cpuMs: number }

/** Of each way the median, one after the other in each round. */
async function timed(ways: Readonly<Record<string, () => Promise<unknown>>>): Promise<ReadonlyMap<string, Times>> {
  const found = new Map(Object.keys(ways).map((name) => [name, [] as Times[]]))
  for (let round = 0; round < rounds; round += 1)
    for (const [name, run] of Object.entries(ways)) found.get(name)?.push(await timeOf(run))
  const middle = (times: readonly Times[], part: keyof Times): number => median(times.map((time) => time[part]))
  return new Map(
    [...found].map(([name, times]) => [name, { wallMs: middle(times, 'wallMs'), cpuMs: middle(times, 'cpuMs') }]),
  )
}

/** CPU time is that of all threads of this process. */
async function timeOf(run: () => Promise<unknown>): Promise<Times> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  await run()
  const { user, system } = process.cpuUsage(before)
  return { wallMs: performance.now() - startedAt, cpuMs: (user + system) / 1000 }
}

type BesideOptions = {
  readonly bench: Bench
  readonly bare: { readonly run: (batches: readonly TokenBatch[], threads: number) => Promise<void> }
  readonly cores: number
  readonly work: Work
  readonly embedder: Embedder
  readonly texts: readonly string[]
  readonly tokenizer: string
}

async function beside(
  name: string,
  { bench, bare, cores, work, embedder, texts, tokenizer }: BesideOptions,
): Promise<{ readonly name: string; readonly texts: number; readonly wallMs: number; readonly bareMs: number }> {
  bench.tell(name)
  const batches = await tokenBatches(texts, tokenizer)
  const times = await timed({
    bare: async () => await bare.run(batches, cores),
    work: async () => await work(embedder),
  })
  const wallMs = (way: string): number => times.get(way)?.wallMs ?? Number.NaN
  return { name, texts: texts.length, wallMs: wallMs('work'), bareMs: wallMs('bare') }
}
