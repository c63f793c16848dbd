import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { testJobQueue } from '@datacortex/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteQueue } from './sqlite-queue.ts'

const isLong = process.env['LONG'] !== undefined

testJobQueue(
  async () => {
    const file = join(await temporaryFolder(), 'queue.sqlite')
    let time = Date.UTC(2026, 2, 28, 12)
    return {
      open: async () => await openSqliteQueue({ file, now: () => time }),
      now: async () => time,
      pass: async (ms) => void (time += ms),
      program: async () => ({
        directory: import.meta.dirname,
        code: `import { openSqliteQueue } from './sqlite-queue.ts'
          const queue = await openSqliteQueue({ file: ${JSON.stringify(file)}, now: () => ${time} })`,
      }),
    }
  },
  { jobs: isLong ? 8000 : 60 },
)

test('a queue of a newer version is refused, and stays as it is', async () => {
  const file = await filledQueue()
  using database = new DatabaseSync(file)
  database.exec('PRAGMA user_version = 2; PRAGMA wal_checkpoint(TRUNCATE)')
  const before = await readFile(file)
  await expect(openSqliteQueue({ file })).rejects.toMatchObject({ code: 'QUEUE_SCHEMA_NEWER' })
  expect(await readFile(file)).toEqual(before)
})

test('a database of something else is refused, and stays as it is', async () => {
  const file = join(await temporaryFolder(), 'other.sqlite')
  using database = new DatabaseSync(file)
  database.exec('CREATE TABLE notes (text)')
  await expect(openSqliteQueue({ file })).rejects.toMatchObject({ code: 'QUEUE_DAMAGED' })
  expect(database.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'notes' }])
})

test.each([
  ['no database at all', (bytes: Buffer) => bytes.fill(7)],
  ['torn in the middle', (bytes: Buffer) => bytes.fill(7, 4096)],
])('a file that is %s is a coded error, and stays as it is', async (_, damage) => {
  const file = await filledQueue()
  const damaged = damage(await readFile(file))
  await writeFile(file, damaged)
  const use = async (): Promise<unknown> => {
    await using queue = await openSqliteQueue({ file })
    return await queue.claim(['a'], { leaseMs: 60_000 })
  }
  await expect(use()).rejects.toMatchObject({ code: 'QUEUE_DAMAGED' })
  expect(await readFile(file)).toEqual(damaged)
})

test('a full disk is a coded error, and what was there is still there', async () => {
  const file = await filledQueue()
  const code = `
    import { openSqliteQueue } from './sqlite-queue.ts'
    process.on('SIGXFSZ', () => {})
    const queue = await openSqliteQueue({ file: ${JSON.stringify(file)} })
    let error
    for (let sent = 0; error === undefined && sent < 100; sent += 1)
      await queue.send('b', 'x'.repeat(100_000)).catch((thrown) => (error = thrown))
    const { done } = await queue.stats()
    process.stdout.write(error.code + ' ' + done)
    await queue.close()`
  // ulimit counts in blocks of 512 or 1,024 bytes: some jobs fit either way, all don't.
  const node = [process.execPath, '--conditions=@datacortex/source', '--input-type=module', '-e', code]
  const said = execFileSync('sh', ['-c', 'ulimit -f 2000; exec "$@"', 'sh', ...node], { cwd: import.meta.dirname })
  expect(said.toString()).toBe('QUEUE_UNAVAILABLE 1')
  await using queue = await openSqliteQueue({ file })
  expect(await queue.claim(['a'], { leaseMs: 60_000 })).toMatchObject([{ payload: 'waits' }])
  expect(await queue.stats()).toMatchObject({ done: 1, active: 1 })
})

test('many that wait for their time are no work for who looks for the next one', async () => {
  const file = join(await temporaryFolder(), 'queue.sqlite')
  await using queue = await openSqliteQueue({ file, now: () => 1000 })
  await queue.send('a', 1)
  using database = new DatabaseSync(file)
  const plan = database
    .prepare(
      `EXPLAIN QUERY PLAN SELECT job FROM jobs WHERE state IN ('ready', 'failed') AND isDelayed = 0 AND kind = 'a'
         ORDER BY priority DESC, seq LIMIT 1`,
    )
    .all()
  expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH jobs USING INDEX jobs_next (kind=?)'])
})

test('a job that is claimed and done writes few pages, and keeps no result where it has none', async () => {
  const file = join(await temporaryFolder(), 'queue.sqlite')
  await using queue = await openSqliteQueue({ file })
  for (let number = 0; number < 200; number += 1) await queue.send('a', { number }, { group: 'night' })
  using database = new DatabaseSync(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  for (let done = 0; done < 50; done += 1)
    for (const { id, attempt } of await queue.claim(['a'], { leaseMs: 60_000 })) await queue.complete(id, attempt)
  // A page has a head of 24 bytes in the journal.
  expect((await stat(`${file}-wal`)).size / (4096 + 24) / 50).toBeLessThan(6)
  const [done] = await queue.list({ states: ['done'], limit: 1 })
  expect(done).toMatchObject({ result: null })
})

async function filledQueue(): Promise<string> {
  const file = join(await temporaryFolder(), 'queue.sqlite')
  await using queue = await openSqliteQueue({ file })
  const id = await queue.send('a', 'done')
  await queue.claim(['a'], { leaseMs: 60_000 })
  await queue.complete(id, 1)
  await queue.send('a', 'waits')
  return file
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'queue-'))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  return folder
}
