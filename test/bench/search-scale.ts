import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bench, Benchmark, Report } from './measure/benchmark.ts'
import { runProgram } from './measure/run-process.ts'
import { type EngineFigures, engines } from './programs/search-scale-child.ts'

const sizes = [100, 1000, 10_000, 100_000]

/**
 * One way to search beside the other, for words and for vectors, over 100 to 100,000 made-up rows; with `LONG` set also
 * 1,000,000. Each in processes of its own: one writes, another one opens and asks.
 */
export const searchScale: Benchmark = {
  name: 'search-scale',
  async run(bench) {
    const rows: (readonly string[])[] = []
    for (const rowCount of process.env['LONG'] === undefined ? sizes : [...sizes, 1_000_000])
      for (const [engine, { mostRows }] of Object.entries(engines))
        if (rowCount <= mostRows) rows.push(shown(engine, rowCount, await measure(engine, rowCount, bench)))
    return reportOf(rows)
  },
}

async function measure(engine: string, rowCount: number, bench: Bench): Promise<EngineFigures> {
  bench.tell(`${engine}: ${rowCount} rows`)
  const program = fileURLToPath(new URL('programs/search-scale-child.ts', import.meta.url))
  const run = async (step: string): Promise<EngineFigures> => {
    const args = [program, step, engine, String(rowCount), join(folder, engine.replaceAll(/\W+/g, '-'))]
    return JSON.parse((await runProgram(args, { probed: false })).stdout) as EngineFigures
  }
  const folder = await bench.makeFolder()
  return { ...(await run('write')), ...(await run('ask')) }
}

function shown(engine: string, rowCount: number, figures: EngineFigures): readonly string[] {
  const { writeMs = 0, startMs = 0, memoryMb = 0, p50Ms = 0, p95Ms = 0, commitMs = 0 } = figures
  return [
    engine,
    rowCount.toLocaleString('en'),
    (writeMs / 1000).toFixed(2),
    startMs.toFixed(0),
    memoryMb.toFixed(0),
    p50Ms.toFixed(2),
    p95Ms.toFixed(2),
    commitMs.toFixed(1),
  ]
}

function reportOf(rows: readonly (readonly string[])[]): Report {
  return {
    tables: [
      {
        title: 'Searching rows of 80 words and vectors of 384 numbers',
        columns: ['', 'rows', 'write s', 'start ms', 'memory MB', 'p50 ms', 'p95 ms', 'commit ms'],
        rows,
      },
    ],
    checks: [],
    notes: [
      'Start: from nothing loaded to the first answer. Memory: beyond that of the process before. Commit: ten rows replaced and found.',
    ],
  }
}
