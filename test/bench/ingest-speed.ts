import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { updateNoteIndex } from '@datacortex/memory'
import { createSpace, ownPaths } from '@datacortex/platform'
import { type Bench, type Benchmark, type Report, dataAbsent } from './measure/benchmark.ts'
import { median } from './measure/distribution.ts'
import type { IngestTimes } from './programs/ingest-process.ts'
import { writeSyntheticNotes } from './data/synthetic-notes.ts'

const sets = ['articles', 'wcxb-dev']
const notesBefore = 100
const rounds = 3

/** Ingest of saved pages by the program as it is, on two cores and, held to one by `taskset`, on one. */
export const ingestSpeed: Benchmark = {
  name: 'ingest-speed',
  async run(bench) {
    const folder = bench.dataFolder === undefined ? undefined : join(bench.dataFolder, 'bench')
    if (folder === undefined || !sets.every((set) => existsSync(join(folder, set, 'html')))) return dataAbsent
    if (process.platform !== 'linux' || availableParallelism() < 2) return { skipped: 'it needs Linux and two cores' }
    const pages = await pagesOf(folder, await bench.makeFolder())
    const paths = ownPaths((await createSpace(await bench.makeFolder())).paths)
    await writeSyntheticNotes(paths.root, notesBefore)
    await updateNoteIndex(paths, { embedder: bench.embedder })
    const one: IngestTimes[] = []
    const two: IngestTimes[] = []
    for (let round = 0; round < rounds; round += 1) {
      bench.tell(`ingesting ${pages.count} pages on one core and on two, round ${round + 1} of ${rounds}`)
      one.push(await timesOf('0', { bench, pages: pages.folder, space: paths.root }))
      two.push(await timesOf('0,1', { bench, pages: pages.folder, space: paths.root }))
    }
    return report({ one, two, count: pages.count })
  },
}

async function pagesOf(data: string, folder: string): Promise<{ readonly folder: string; readonly count: number }> {
  let count = 0
  for (const set of sets) {
    await mkdir(join(folder, set))
    for (const name of await readdir(join(data, set, 'html'))) {
      if (!name.endsWith('.html.gz')) continue
      await writeFile(join(folder, set, name.slice(0, -3)), gunzipSync(await readFile(join(data, set, 'html', name))))
      count += 1
    }
  }
  return { folder, count }
}

type Where = { readonly bench: Bench; readonly pages: string; readonly space: string }

async function timesOf(cores: string, { bench, pages, space }: Where): Promise<IngestTimes> {
  const root = await bench.makeFolder()
  await cp(space, root, { recursive: true })
  const script = fileURLToPath(new URL('programs/ingest-process.ts', import.meta.url))
  const { stdout } = await promisify(execFile)('taskset', ['-c', cores, process.execPath, script, root, pages])
  return JSON.parse(stdout) as IngestTimes
}

function report({
  one,
  two,
  count,
}: {
  readonly one: readonly IngestTimes[]
  readonly two: readonly IngestTimes[]
  readonly count: number
}): Report {
  const middle = (times: readonly IngestTimes[], of: (one: IngestTimes) => number): number => median(times.map(of))
  const shareOf = ({ restMs, extractingMs, embeddingMs }: IngestTimes): number =>
    (100 * restMs) / (restMs + extractingMs + embeddingMs)
  const outsideOf = ({ wallMs, outsideMs }: IngestTimes): number => (100 * outsideMs) / wallMs
  const row = (name: string, times: readonly IngestTimes[]): readonly string[] => [
    name,
    ...[
      (time: IngestTimes) => time.wallMs,
      (time: IngestTimes) => time.extractingMs,
      (time: IngestTimes) => time.embeddingMs,
      (time: IngestTimes) => time.restMs,
    ].map((of) => (middle(times, of) / 1000).toFixed(1)),
    (count / (middle(times, ({ wallMs }) => wallMs) / 1000)).toFixed(1),
    middle(times, shareOf).toFixed(1),
    middle(times, outsideOf).toFixed(1),
  ]
  const [last] = two
  return {
    tables: [
      {
        title: `Ingest of ${count} saved pages, seconds; median of ${rounds}`,
        columns: [
          '',
          'whole',
          'CPU extracting',
          'CPU embedding',
          'CPU of the rest',
          'pages/s',
          'CPU of the rest %',
          'nothing extracted or embedded %',
        ],
        rows: [row('one core', one), row('two cores', two)],
      },
    ],
    checks: [
      {
        what: 'two cores to one',
        value: middle(one, ({ wallMs }) => wallMs) / middle(two, ({ wallMs }) => wallMs),
        target: { atLeast: 1.7 },
        unit: '×',
      },
      {
        what: 'time in which nothing is extracted or embedded, two cores',
        value: middle(two, outsideOf),
        target: { atMost: 5 },
        unit: ' %',
      },
    ],
    notes: [
      `The same program with the same settings, held to one core by taskset; the space holds ${notesBefore} notes. Processes that extract and threads that embed are started within the measured time.`,
      `${JSON.stringify(last?.counts)}; ${last?.texts} texts were to be embedded, ${last?.searches} searches made.`,
    ],
  }
}
