import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type JobQueue, openPostgresQueue, openSqliteQueue } from '@datacortex/queue'
import { noPostgres, startPostgres } from '@datacortex/testkit'
import { PgBoss } from 'pg-boss'
import type { Bench, Benchmark, Check } from './measure/benchmark.ts'
import { median } from './measure/distribution.ts'

const jobs = 1000
const processes = 4
const rounds = 5
const heartbeatMs = 2000

/** Jobs a second that four processes do, beside the bare statements and bare pg-boss; and how soon a dead worker's job is had. */
export const queueSpeed: Benchmark = {
  name: 'queue',
  async run(bench) {
    await using postgres = await server(bench)
    const fill: Readonly<Record<string, () => Promise<string>>> = {
      sqlite: async () => await filled(bench),
      'bare-sqlite': async () => await filledBare(bench),
      ...(postgres.url === undefined ? {} : { postgres: postgres.fill, 'bare-postgres': postgres.fillBare }),
    }
    const times: Record<string, number[]> = {}
    // In turn, so that what else the machine does meets all of them. The first turn warms up.
    for (let round = 0; round <= rounds; round += 1) {
      bench.tell(`round ${round} of ${rounds}`)
      for (const [name, place] of Object.entries(fill)) {
        const ms = await drained(name, await place())
        if (round > 0) (times[name] ??= []).push(ms)
      }
    }
    const perSecond = (name: string): number => jobs / (median(times[name] ?? []) / 1000)
    const stores = postgres.url === undefined ? ['sqlite'] : ['sqlite', 'postgres']
    const checks: Check[] = stores.map((name) => ({
      what: `jobs a second in ${name} to bare ones, ${processes} processes`,
      value: perSecond(name) / perSecond(`bare-${name}`),
      target: { atLeast: 0.7 },
      unit: '×',
    }))
    const file = join(await bench.makeFolder(), 'queue.sqlite')
    checks.push(await takenOver('sqlite', file, await openSqliteQueue({ file })))
    if (postgres.url !== undefined)
      checks.push(await takenOver('postgres', postgres.url, await openPostgresQueue({ url: postgres.url })))
    return {
      tables: [
        {
          title: `${jobs.toLocaleString('en')} jobs, ${processes} processes with a nap of 1–4 ms after each job`,
          columns: ['store', 'jobs a second', 'bare'],
          rows: stores.map((name) => [name, perSecond(name).toFixed(0), perSecond(`bare-${name}`).toFixed(0)]),
        },
      ],
      checks,
      notes: noPostgres() === undefined ? [] : [noPostgres() ?? ''],
    }
  },
}

async function filled(bench: Bench): Promise<string> {
  const file = join(await bench.makeFolder(), 'queue.sqlite')
  await using queue = await openSqliteQueue({ file })
  for (let number = 0; number < jobs; number += 1) await queue.send('a', { number })
  return file
}

async function filledBare(bench: Bench): Promise<string> {
  const file = join(await bench.makeFolder(), 'bare.sqlite')
  using database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = WAL; BEGIN; CREATE TABLE bare (id INTEGER PRIMARY KEY, state TEXT NOT NULL,
    attempt INTEGER NOT NULL, priority INTEGER NOT NULL, leaseUntil INTEGER, payload TEXT NOT NULL);
    CREATE INDEX bare_next ON bare (priority DESC, id) WHERE state = 'ready'`)
  const insert = database.prepare(`INSERT INTO bare (state, attempt, priority, payload) VALUES ('ready', 0, 0, ?)`)
  for (let number = 0; number < jobs; number += 1) insert.run(JSON.stringify({ number }))
  database.exec('COMMIT')
  return file
}

async function server(bench: Bench) {
  if (noPostgres() !== undefined) {
    return {
      url: undefined,
      fill: async () => '',
      fillBare: async () => '',
      [Symbol.asyncDispose]: async () => undefined,
    }
  }
  bench.tell('starting PostgreSQL')
  const { url, stop } = await startPostgres({ isDurable: true })
  const boss = new PgBoss({ connectionString: url, schema: 'bare', supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await boss.start()
  await boss.createQueue('a')
  const queue = await openPostgresQueue({ url })
  const numbers = Array.from({ length: jobs }, (_, number) => number)
  return {
    url,
    fill: async () => {
      for (const number of numbers) await queue.send('a', { number })
      return url
    },
    fillBare: async () => {
      await boss.insert(
        'a',
        numbers.map((number) => ({ data: { number } })),
      )
      return url
    },
    [Symbol.asyncDispose]: async () => {
      await queue.close()
      await boss.stop({ graceful: false })
      await stop()
    },
  }
}

/** Milliseconds from the first claim of four processes to the end of the last one. */
async function drained(store: string, place: string): Promise<number> {
  const workers = Array.from({ length: processes }, () => startWorker(store, place))
  await Promise.all(workers.map(async ({ stdout }) => stdout && (await once(stdout, 'data'))))
  const start = performance.now()
  const said = workers.map(async ({ stdin, stdout }) => {
    stdin?.write('go')
    return Number(stdout === null ? 0 : await text(stdout))
  })
  const done = (await Promise.all(said)).reduce((sum, count) => sum + count, 0)
  if (done !== jobs) throw new Error(`${store} did ${done} of ${jobs} jobs.`)
  return performance.now() - start
}

/** A worker is killed with a job; its heartbeat was due every two seconds, and its lease is as long. */
async function takenOver(store: string, place: string, queue: JobQueue): Promise<Check> {
  await using open = queue
  await open.send('held', 1)
  const hold = `import { openPostgresQueue, openSqliteQueue } from '@datacortex/queue'
    const queue = ${store === 'sqlite' ? 'await openSqliteQueue({ file' : 'await openPostgresQueue({ url'}: ${JSON.stringify(place)} })
    await queue.claim(['held'], { leaseMs: ${heartbeatMs} })
    process.stdout.write('held')
    setInterval(() => {}, 1000)`
  const options = ['--conditions=@datacortex/source', '--input-type=module', '-e', hold]
  const holder = spawn(process.execPath, options, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  holder.kill('SIGKILL')
  const killedAt = performance.now()
  while ((await open.claim(['held'], { leaseMs: 60_000 })).length === 0) await wait(50)
  const value = (performance.now() - killedAt) / heartbeatMs
  return { what: `a dead worker's job elsewhere in ${store}`, value, target: { atMost: 2 }, unit: ' heartbeats' }
}

function startWorker(store: string, place: string): ChildProcess {
  const program = fileURLToPath(new URL('programs/queue-worker.ts', import.meta.url))
  const options = ['--conditions=@datacortex/source', '--disable-warning=ExperimentalWarning']
  return spawn(process.execPath, [...options, program, store, place], { stdio: ['pipe', 'pipe', 'inherit'] })
}
