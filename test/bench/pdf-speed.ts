import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Bench, Benchmark, Report } from './benchmark.ts'
import { median } from './distribution.ts'
import { runProgram } from './run-process.ts'

/** Pages a second from a PDF to Markdown beside PDFium's own text of its pages, and memory over many files. */
export const pdfSpeed: Benchmark = {
  name: 'pdf-speed',
  async run(bench) {
    const paths = await givenFiles(bench)
    bench.tell(`extracting ${paths.length > 0 ? `${paths.length} PDFs` : 'PDFs that were written for it'}`)
    const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
    const plugin = '../../plugins/agent-pdf-extractor/dist'
    const program = [here('pdf-speed.mjs'), here(`${plugin}/index.js`), here(`${plugin}/__fixtures__/write-pdf.js`)]
    const { stdout } = await runProgram([...program, ...paths], { probed: false })
    return reportOf(Printed.parse(JSON.parse(stdout)))
  },
}

const Printed = z.object({
  pages: z.number(),
  files: z.number(),
  times: z.object({ bare: z.array(z.number()), extracted: z.array(z.number()) }),
  characters: z.object({ bare: z.number(), extracted: z.number() }),
  memory: z.tuple([z.number(), z.number()]),
  given: z.boolean(),
})

/** PDFs of the data folder, if it has any. */
async function givenFiles({ dataFolder }: Bench): Promise<readonly string[]> {
  if (dataFolder === undefined) return []
  const folder = join(dataFolder, 'bench', 'pdf')
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.pdf')).map((name) => join(folder, name))
}

function reportOf({ pages, files, times, characters, memory, given }: z.infer<typeof Printed>): Report {
  const speed = (ms: readonly number[]): number => (pages / median(ms)) * 1000
  const ratio = median(times.bare.map((bare, round) => bare / (times.extracted[round] ?? bare)))
  const [early, late] = memory
  return {
    tables: [
      {
        title: `PDF to text: ${pages} pages of ${files} ${given ? 'files' : 'files written for this'}`,
        columns: ['', 'pages/s', 'ratio', 'characters'],
        rows: [
          ['`@hyzyla/pdfium`, text of pages', speed(times.bare).toFixed(0), '1.00', String(characters.bare)],
          ['extractor, Markdown', speed(times.extracted).toFixed(0), ratio.toFixed(2), String(characters.extracted)],
        ],
      },
      {
        title: 'Memory of the process, MB',
        columns: ['', 'after 100 files', 'after 1,000 files'],
        rows: [['extractor', early.toFixed(0), late.toFixed(0)]],
      },
    ],
    checks: [
      { what: 'pages a second beside PDFium alone', value: ratio, target: { atLeast: 0.9 }, unit: '×' },
      { what: 'memory after 1,000 files beside 100', value: late / early, target: { atMost: 1.1 }, unit: '×' },
    ],
  }
}
