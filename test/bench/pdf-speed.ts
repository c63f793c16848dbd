import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Bench, Benchmark, Report } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { seededRandom } from './data/random.ts'
import { runProgram } from './measure/run-process.ts'

/** Pages a second from a PDF to Markdown beside PDFium's own text of its pages, and memory over many files. */
export const pdfSpeed: Benchmark = {
  name: 'pdf-speed',
  async run(bench) {
    const paths = await givenFiles(bench)
    bench.tell(`extracting ${paths.length > 0 ? `${paths.length} PDFs` : 'PDFs that were written for it'}`)
    const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
    const plugin = '../../plugins/agent-pdf-extractor/dist'
    const files = [here(`${plugin}/index.js`), here(`${plugin}/__fixtures__/write-pdf.js`), ...paths]
    const run = async (...args: readonly string[]): Promise<unknown> =>
      JSON.parse((await runProgram(args, { probed: false })).stdout)
    const speed = Timed.parse(await run(...youngGeneration, here('programs/pdf-speed.mjs'), 'speed', ...files))
    bench.tell('extracting 1,000 files')
    const memory = Held.parse(
      await run('--expose-gc', ...youngGeneration, here('programs/pdf-speed.mjs'), 'memory', ...files),
    )
    return reportOf({ files: speed, memory, isGiven: paths.length > 0 })
  },
}

/** As `registry` starts the processes of sub-agents: else the heap grows over hundreds of files, whatever is held. */
const youngGeneration = ['--min-semi-space-size=8', '--max-semi-space-size=8']

const Timed = z.array(
  z.object({
    name: z.string(),
    pages: z.number(),
    bare: z.array(z.number()),
    extracted: z.array(z.number()),
    characters: z.tuple([z.number(), z.number()]),
  }),
)
const Held = z.tuple([z.number(), z.number()])
type TimedFile = Omit<z.infer<typeof Timed>[number], 'characters'>

/** PDFs of the data folder, if it has any. */
async function givenFiles({ dataFolder }: Bench): Promise<readonly string[]> {
  if (dataFolder === undefined) return []
  const folder = join(dataFolder, 'bench', 'pdf')
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.pdf')).map((name) => join(folder, name))
}

type Results = {
  readonly files: z.infer<typeof Timed>
  readonly memory: z.infer<typeof Held>
  readonly isGiven: boolean
}

function reportOf({ files, memory, isGiven }: Results): Report {
  const all = together(files)
  const [early, late] = memory
  return {
    tables: [
      {
        title: `PDF to Markdown beside \`@hyzyla/pdfium\`'s text of pages; ${files.length} ${isGiven ? 'files' : 'files written for this'}, in turn, ${all.bare.length} rounds`,
        columns: [
          '',
          'PDFium, pages/s',
          'extractor, pages/s',
          'ratio of medians',
          '95 % of it',
          'characters, ours / PDFium',
        ],
        rows: [
          ...files.map((file) => [
            ...speedRow(file),
            (file.characters[1] / Math.max(1, file.characters[0])).toFixed(2),
          ]),
          [...speedRow(all), ''],
        ],
      },
      {
        title:
          'Resident memory of a process with the extractor, MB, after collecting garbage, young generation of 8 MB a half',
        columns: ['', 'after 100 files', 'after 1,000 files'],
        rows: [['extractor', early.toFixed(0), late.toFixed(0)]],
      },
    ],
    checks: [
      { what: 'pages a second beside PDFium alone', value: ratioOf(all), target: { atLeast: 0.9 }, unit: '×' },
      { what: 'memory after 1,000 files beside 100', value: late / early, target: { atMost: 1.1 }, unit: '×' },
    ],
  }
}

/** All files of a round as one. */
function together(files: readonly TimedFile[]): TimedFile {
  const rounds = Array.from({ length: files[0]?.bare.length ?? 0 }, (_, round) => round)
  const sums = (name: 'bare' | 'extracted'): number[] =>
    rounds.map((round) => files.reduce((sum, file) => sum + (file[name][round] ?? 0), 0))
  const pages = files.reduce((sum, file) => sum + file.pages, 0)
  return { name: '**all**', pages, bare: sums('bare'), extracted: sums('extracted') }
}

function speedRow(file: TimedFile): readonly string[] {
  const speed = (ms: readonly number[]): string => ((file.pages / median(ms)) * 1000).toFixed(0)
  const [low, high] = ratioInterval(file)
  return [
    file.name,
    speed(file.bare),
    speed(file.extracted),
    ratioOf(file).toFixed(2),
    `${low.toFixed(2)}–${high.toFixed(2)}`,
  ]
}

function ratioOf({ bare, extracted }: Pick<TimedFile, 'bare' | 'extracted'>): number {
  return median(bare) / median(extracted)
}

/** By drawing the rounds again with replacement. */
function ratioInterval({ bare, extracted }: TimedFile): readonly [number, number] {
  const random = seededRandom(1)
  const ratios = Array.from({ length: 1000 }, () => {
    const rounds = bare.map(() => Math.floor(random() * bare.length))
    const drawn = (times: readonly number[]): number[] => rounds.map((round) => times[round] ?? 0)
    return ratioOf({ bare: drawn(bare), extracted: drawn(extracted) })
  })
  return [quantile(ratios, 0.025), quantile(ratios, 0.975)]
}
