import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openPostgresQueue } from '@datacortex/queue'
import { noPostgres, startPostgres } from '@datacortex/testkit'
import type { Bench, Benchmark } from './measure/benchmark.ts'

const waitMs = 1000
const tasksEach = 20
const counts = [1, 2, 4, 8]

/** How a night of tasks whose agents wait, without the processor, goes faster with each worker process. */
export const nightWorkers: Benchmark = {
  name: 'night-workers',
  async run(bench) {
    const reason = noPostgres()
    if (reason !== undefined) return { skipped: reason }
    const server = await startPostgres({ isDurable: true })
    try {
      const seconds: number[] = []
      for (const workers of counts) {
        bench.tell(`${workers} of ${counts.at(-1)} workers`)
        seconds.push(await nightOf(bench, { url: server.url, workers }))
      }
      const speed = (place: number): number => ((counts[place] ?? 1) * tasksEach) / (seconds[place] ?? 1)
      const times = counts.map((_, place) => speed(place) / speed(0))
      return {
        tables: [
          {
            title: `a night on PostgreSQL, ${tasksEach} tasks for each worker, whose agents wait ${waitMs} ms`,
            columns: ['workers', 'tasks', 'seconds', 'times one worker'],
            rows: counts.map((workers, place) => [
              String(workers),
              String(workers * tasksEach),
              (seconds[place] ?? 0).toFixed(1),
              (times[place] ?? 0).toFixed(2),
            ]),
          },
        ],
        checks: [
          {
            what: 'a night with 8 workers to 8 nights',
            value: (times.at(-1) ?? 0) / 8,
            target: { atLeast: 0.85 },
            unit: '×',
          },
        ],
      }
    } finally {
      await server.stop()
    }
  },
}

/** Seconds from the moment that all workers are there to the end of the last task. */
async function nightOf(
  bench: Bench,
  { url, workers }: { readonly url: string; readonly workers: number },
): Promise<number> {
  const kind = `night-of-${workers}`
  const folder = await bench.makeFolder()
  await mkdir(folder, { recursive: true })
  const tasks = Array.from({ length: workers * tasksEach }, (_, number) => `task-${number}`)
  const org = tasks.map((id) => `* QUEUED Explain ${id} :AI:\n:PROPERTIES:\n:NIGHTSHIFT_ID: ${id}\n:END:\n`).join('')
  await writeFile(join(folder, 'ai.org'), org)
  await using queue = await openPostgresQueue({ url })
  for (const id of tasks) await queue.send(kind, { file: 'ai.org', id, digest: '', place: 'bench', commit: 'c0ffee' })
  const started = Array.from({ length: workers }, () => startWorker({ url, kind, folder }))
  await Promise.all(started.map(async ({ stdout }) => stdout && (await once(stdout, 'data'))))
  const start = performance.now()
  const said = started.map(async ({ stdin, stdout }) => {
    stdin?.write('go')
    return Number(stdout === null ? 0 : await text(stdout))
  })
  const done = (await Promise.all(said)).reduce((sum, count) => sum + count, 0)
  if (done !== tasks.length) throw new Error(`${workers} workers did ${done} of ${tasks.length} tasks.`)
  return (performance.now() - start) / 1000
}

function startWorker({
  url,
  kind,
  folder,
}: {
  readonly url: string
  readonly kind: string
  readonly folder: string
}): ChildProcess {
  const program = fileURLToPath(new URL('programs/night-worker.ts', import.meta.url))
  const options = ['--conditions=@datacortex/source', '--disable-warning=ExperimentalWarning']
  return spawn(process.execPath, [...options, program, url, kind, folder, String(waitMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}
