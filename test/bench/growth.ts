import { Worker } from 'node:worker_threads'
import type { Benchmark } from './measure/benchmark.ts'
import { growthCases, growthFiles } from './measure/growth-files.ts'
import { type Growth, growthFactor } from './measure/measure-growth.ts'

// Between linear (4) and quadratic (16), so that neither noise nor a logarithm decides.
const mostGrowth = 8
// Ends what would never end.
const longestMs = 600_000

/** Readers of outside text on the inputs that are worst for them: four times the input beside its quarter. */
export const growth: Benchmark = {
  name: 'growth',
  async run(bench) {
    const rows: [string, string, string, string, string][] = []
    let worst = { title: 'no case', growth: 0 }
    for (const file of growthFiles()) {
      for (const name of Object.keys(await growthCases(file))) {
        const title = `${file.replace(/^[^/]+\/|src\/|\.growth\.ts$/g, '')} ${name}`
        bench.tell(title)
        const measured = await inWorker({ file, name }, (error) => bench.tell(`${title} failed: ${String(error)}`))
        if (measured.growth > worst.growth) worst = { title, growth: measured.growth }
        const { size, baseMs, largeMs } = measured
        rows.push([title, `${size}`, baseMs.toFixed(1), largeMs.toFixed(1), measured.growth.toFixed(1)])
      }
    }
    const columns = ['case', 'size', 'ms', `ms at ${growthFactor} × size`, 'growth']
    return {
      tables: [{ title: 'time at a size and at four times of it (linear: 4, quadratic: 16)', columns, rows }],
      checks: [
        {
          what: `the fastest growing of ${rows.length} cases (${worst.title})`,
          value: worst.growth,
          target: { atMost: mostGrowth },
          unit: '×',
        },
      ],
    }
  },
}

/** A case whose time explodes ends with its thread and counts as endless, as one that fails. */
async function inWorker(
  workerData: { readonly file: string; readonly name: string },
  onError: (error: unknown) => void,
): Promise<Growth> {
  const worker = new Worker(new URL('programs/growth-worker.ts', import.meta.url), { workerData })
  const { promise, resolve } = Promise.withResolvers<Growth>()
  const endless = { size: 0, baseMs: Infinity, largeMs: Infinity, growth: Infinity }
  const timer = setTimeout(() => resolve(endless), longestMs)
  worker.once('message', resolve).once('error', (error) => {
    onError(error)
    resolve(endless)
  })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
