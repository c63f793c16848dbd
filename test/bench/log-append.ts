import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import { type Execution, appendToLog, newLogId, readLog } from '@datacortex/execution'
import type { Bench, Benchmark } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'

const entries = 100_000

/** What an append to a long execution log costs beside one to an empty log, in turn; each is synced to the disk. */
export const logAppend: Benchmark = {
  name: 'log-append',
  async run(bench) {
    const long = await fillLog(bench)
    const young = ownPaths(spacePaths(await bench.makeFolder()))
    bench.tell('appending in turn')
    const times = await interleaved(
      {
        // A log of its own for each append: nothing is there yet, not even the folder.
        empty: async () => await append(ownPaths(spacePaths(await bench.makeFolder()))),
        young: async () => await append(young),
        long: async () => await append(long),
      },
      { rounds: 300, warmUp: 10 },
    )
    const startedAt = performance.now()
    const { executions } = await readLog(long)
    const readMs = performance.now() - startedAt
    const row = (title: string, ms: readonly number[]): readonly string[] => [
      title,
      median(ms).toFixed(2),
      quantile(ms, 0.95).toFixed(2),
      (median(ms) / median(times.empty)).toFixed(2),
    ]
    return {
      tables: [
        {
          title: 'appending one execution, milliseconds',
          columns: ['log', 'p50', 'p95', 'p50 to empty'],
          rows: [
            row('empty', times.empty),
            row('begun with this run', times.young),
            row(`${entries.toLocaleString('en')} executions`, times.long),
          ],
        },
      ],
      checks: [
        {
          what: `append to ${entries.toLocaleString('en')} executions against an empty log, p50`,
          value: median(times.long) / median(times.empty),
          target: { atMost: 2 },
          unit: '×',
        },
      ],
      notes: [`Reading all ${executions.length.toLocaleString('en')} executions: ${(readMs / 1000).toFixed(2)} s.`],
    }
  },
}

async function fillLog(bench: Bench): Promise<SpacePaths> {
  bench.tell(`logging ${entries.toLocaleString('en')} executions`)
  const paths = ownPaths(spacePaths(await bench.makeFolder()))
  // As many at once as a part holds, so that the parts are as large as if each had been logged by itself.
  const batch = 100
  for (let done = 0; done < entries; done += batch)
    await appendToLog(paths, { executions: Array.from({ length: batch }, (_, index) => madeUp(done + index)) })
  return paths
}

async function append(paths: SpacePaths): Promise<void> {
  await appendToLog(paths, { executions: [madeUp(0)] })
}

function madeUp(number: number): Execution {
  const now = new Date()
  return {
    id: newLogId('exec', now),
    agent_id: `agent-${number % 50}`,
    timestamp: now.toISOString(),
    task_id: `next_actions:L${number}`,
    task: 'Research data tokenization and write a zettel',
    duration_ms: 45_000,
    tokens_in: 12_500,
    tokens_out: 3200,
    status: 'success',
    outputs: [{ path: '3-knowledge/zettel/Data-Tokenization.md', type: 'zettel' }],
    quality: {
      user_feedback: null,
      automated_checks: [
        { check: 'output_exists', passed: true },
        { check: 'links_valid', passed: true },
      ],
    },
    spawned_agents: [],
    called_by: 'user',
  }
}
