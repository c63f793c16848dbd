import { fileURLToPath } from 'node:url'
import type { Benchmark } from './measure/benchmark.ts'
import { runProgram } from './measure/run-process.ts'

/** How little hangs on two numbers of the ranking, on requests that nobody wrote for it: headings of our own documentation. */
export const findConstants: Benchmark = {
  name: 'find-constants',
  async run(bench) {
    bench.tell('asking for each section by its heading: a minute')
    const child = fileURLToPath(new URL('programs/find-constants-child.ts', import.meta.url))
    // From the source, where the numbers can be set.
    const { stdout } = await runProgram(['--conditions=@datacortex/source', child], { probed: false })
    const found = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Found)
    const words = [...new Set(found.map((one) => one.words))]
    return {
      tables: [
        {
          title: `MRR@10 of ${found[0]?.requests ?? 0} sections, each asked for by its heading`,
          columns: ['the next best text counts', ...words.map((weight) => `words ${weight}`)],
          rows: [...Map.groupBy(found, ({ decay }) => decay)].map(([decay, row]) => [
            decay.toFixed(2),
            ...row.map(({ mrr }) => mrr.toFixed(3)),
          ]),
        },
      ],
      checks: [],
      notes: [
        'The ranking has 2/3 and 0.25. A heading shares words with its section more often than a request with an agent.',
      ],
    }
  },
}

type Found = { readonly decay: number; readonly words: number; readonly requests: number; readonly mrr: number }
