import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { type JobQueue, openPostgresQueue, openSqliteQueue } from '@datacortex/queue'
import { PgBoss } from 'pg-boss'

// One worker of `bench queue`: takes jobs until there are none, with the same nap after each, and says how many it did.
const [store = '', place = ''] = process.argv.slice(2)

type Worker = { readonly next: () => Promise<(() => Promise<void>) | undefined>; readonly end: () => Promise<void> }

async function ours(queue: JobQueue): Promise<Worker> {
  return {
    next: async () => {
      const [job] = await queue.claim(['a'], { leaseMs: 60_000 })
      return job && (async () => await queue.complete(job.id, job.attempt))
    },
    end: queue.close,
  }
}

/** The two statements that a queue can't do without. */
function bareSqlite(file: string): Worker {
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  const claim = database.prepare(
    `UPDATE bare SET state = 'active', attempt = attempt + 1, leaseUntil = ? WHERE id =
       (SELECT id FROM bare WHERE state = 'ready' ORDER BY priority DESC, id LIMIT 1) RETURNING id, attempt, payload`,
  )
  const complete = database.prepare(`UPDATE bare SET state = 'done' WHERE id = ? AND attempt = ? AND state = 'active'`)
  const change = async <T>(run: () => T): Promise<T> => {
    for (;;) {
      try {
        database.exec('BEGIN IMMEDIATE')
        break
      } catch {
        await wait(1 + Math.random() * 9)
      }
    }
    const result = run()
    database.exec('COMMIT')
    return result
  }
  return {
    next: async () => {
      const job = await change(() => claim.get(Date.now() + 60_000))
      return job && (async () => void (await change(() => complete.run(job['id'] ?? 0, job['attempt'] ?? 0))))
    },
    end: async () => database.close(),
  }
}

async function bareBoss(url: string): Promise<Worker> {
  const boss = new PgBoss({ connectionString: url, schema: 'bare', supervise: false, schedule: false, max: 4 })
  boss.on('error', () => undefined)
  await boss.start()
  return {
    next: async () => {
      const [job] = await boss.fetch('a')
      return job && (async () => void (await boss.complete('a', job.id)))
    },
    end: async () => await boss.stop({ graceful: false }),
  }
}

const open: Readonly<Record<string, () => Promise<Worker>>> = {
  sqlite: async () => await ours(await openSqliteQueue({ file: place })),
  'bare-sqlite': async () => bareSqlite(place),
  postgres: async () => await ours(await openPostgresQueue({ url: place })),
  'bare-postgres': async () => await bareBoss(place),
}

const worker = await open[store]?.()
if (worker === undefined) throw new Error(`There is no store ${store}.`)
process.stdout.write('ready\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
let done = 0
for (let complete; (complete = await worker.next()) !== undefined; done += 1) {
  await complete()
  await wait(1 + Math.random() * 3)
}
process.stdout.write(`${done}\n`)
await worker.end()
process.exit()
