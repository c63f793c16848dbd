import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Collection, Row } from '@datacortex/vector-store'
import { quantile } from '../measure/distribution.ts'
import { seededRandom } from '../data/random.ts'

/** What a step found out, in milliseconds and megabytes. */
export type EngineFigures = {
  readonly writeMs?: number
  readonly startMs?: number
  readonly memoryMb?: number
  readonly p50Ms?: number
  readonly p95Ms?: number
  readonly commitMs?: number
}

/** Rows that can be written and asked. */
type Engine = {
  write(rows: readonly Row[]): Promise<void>
  ask(row: Row): Promise<readonly string[]>
  /** Once after all is written, as indexing does. */
  settle?(): Promise<void>
  /** Once before asking, where a process that goes on asking does so. */
  warm?(): Promise<void>
}

const dimensions = 384
const rowsPerWrite = 20_000

/** The ways to search, and the most rows that they are tried with. */
export const engines: Readonly<
  Record<string, { readonly mostRows: number; open(folder: string): Promise<Engine> | Engine }>
> = {
  'words: LanceDB': {
    mostRows: 1_000_000,
    open: async (folder) => words(await collection(folder, { snapshotRows: 0 })),
  },
  'words: LanceDB, rows in memory': {
    mostRows: 50_000,
    open: async (folder) => words(await collection(folder, { snapshotRows: 50_000 })),
  },
  'words: SQLite FTS5': { mostRows: 1_000_000, open: (folder) => fts5(folder) },
  'vectors: LanceDB': {
    mostRows: 1_000_000,
    open: async (folder) => vectors(await collection(folder, { snapshotRows: 0 })),
  },
  'vectors: own scan in memory': {
    mostRows: 100_000,
    open: async (folder) => vectors(await collection(folder, { snapshotRows: 100_000 })),
  },
}

async function collection(folder: string, { snapshotRows }: { readonly snapshotRows: number }): Promise<Collection> {
  const { openCollection } = await import('@datacortex/vector-store')
  const fields = { path: 'string' } as const
  return await openCollection({ directory: folder, name: 'rows', fields, modelId: 'none', dimensions, snapshotRows })
}

function words(rows: Collection): Engine {
  return {
    write: async (some) => await rows.upsert(some.map((row) => ({ ...row, vector: undefined }))),
    ask: async ({ text }) => (await rows.searchText(queryOf(text), { limit: 10, select: [] })).map(({ id }) => id),
    settle: async () => await rows.optimize(),
    warm: async () => await rows.warm(),
  }
}

function vectors(rows: Collection): Engine {
  return {
    write: async (some) => await rows.upsert(some.map((row) => ({ ...row, text: '' }))),
    ask: async ({ vector = new Float32Array() }) =>
      (await rows.searchVector(vector, { limit: 10, select: [] })).map(({ id }) => id),
    settle: async () => await rows.optimize(),
    warm: async () => await rows.warm(),
  }
}

function fts5(folder: string): Engine {
  const database = new DatabaseSync(join(folder, 'rows.sqlite'))
  database.exec(
    `PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS ids (id TEXT PRIMARY KEY, place INTEGER);
    CREATE VIRTUAL TABLE IF NOT EXISTS texts USING fts5(id UNINDEXED, text, tokenize = 'porter unicode61')`,
  )
  const select = database.prepare('SELECT id FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 10')
  const find = database.prepare('SELECT place FROM ids WHERE id = ?')
  const drop = database.prepare('DELETE FROM texts WHERE rowid = ?')
  const insert = database.prepare('INSERT INTO texts (id, text) VALUES (?, ?)')
  const keep = database.prepare('INSERT OR REPLACE INTO ids VALUES (?, ?)')
  return {
    async write(rows) {
      database.exec('BEGIN')
      for (const { id, text } of rows) {
        const place = find.get(id)?.['place']
        if (place !== undefined) drop.run(place)
        keep.run(id, insert.run(id, text).lastInsertRowid)
      }
      database.exec('COMMIT')
      await Promise.resolve()
    },
    ask: async ({ text }) =>
      await Promise.resolve(select.all(queryOf(text).split(' ').join(' OR ')).map(({ id }) => String(id))),
  }
}

/** Six of the words of a text, common and rare ones. */
function queryOf(text: string): string {
  return text
    .split(' ')
    .filter((_, place) => place % 13 === 0)
    .slice(0, 6)
    .join(' ')
}

const vocabulary = 50_000
const topics = 1000

/** Words as uneven as in a language, but for those that search engines leave out; vectors around some topics. */
function* madeRows(from: number, to: number): Generator<Row> {
  const centre = (topic: number): Float32Array => directionOf(seededRandom(topic + 1))
  const centres = new Map<number, Float32Array>()
  for (let place = from; place < to; place += 1) {
    const random = seededRandom(place + 10_000)
    const text = Array.from({ length: 80 }, () => `w${Math.floor(30 * (vocabulary / 30) ** random()).toString(36)}q`)
    const topic = Math.floor(random() * topics)
    const around = centres.get(topic) ?? centre(topic)
    centres.set(topic, around)
    const vector = directionOf(random).map((value, index) => 0.6 * value + (around[index] ?? 0))
    yield { id: `row ${place}`, text: text.join(' '), vector, hash: String(place), fields: { path: `${place}` } }
  }
}

function directionOf(random: () => number): Float32Array {
  return Float32Array.from({ length: dimensions }, () => (random() - 0.5) / 6)
}

async function write(engine: Engine, rowCount: number): Promise<EngineFigures> {
  let writeMs = 0
  for (let start = 0; start < rowCount; start += rowsPerWrite) {
    const rows = [...madeRows(start, Math.min(rowCount, start + rowsPerWrite))]
    const startedAt = performance.now()
    await engine.write(rows)
    writeMs += performance.now() - startedAt
  }
  const startedAt = performance.now()
  await engine.settle?.()
  writeMs += performance.now() - startedAt
  return { writeMs }
}

const asked = 200

async function ask(open: () => Promise<Engine> | Engine, rowCount: number): Promise<EngineFigures> {
  const queries = [...madeRows(0, Math.min(asked, rowCount))]
  const [first = queries[0], ...some] = queries
  if (first === undefined) throw new Error('There are no rows.')
  const before = process.memoryUsage.rss()
  const startedAt = performance.now()
  const engine = await open()
  await engine.ask(first)
  const startMs = performance.now() - startedAt
  await engine.warm?.()
  const times: number[] = []
  for (const [round, query] of [...some, ...some].entries()) {
    const at = performance.now()
    const found = await engine.ask(query)
    if (round >= some.length) times.push(performance.now() - at)
    if (!found.includes(query.id)) process.stderr.write(`${query.id} is not among the first\n`)
  }
  const memoryMb = (process.memoryUsage.rss() - before) / 1e6
  const commits: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const at = performance.now()
    await engine.write([...madeRows(0, 10)])
    await engine.ask(first)
    commits.push(performance.now() - at)
  }
  return {
    startMs,
    memoryMb,
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    commitMs: quantile(commits, 0.5),
  }
}

const [, , step, name = '', count = '', folder = ''] = process.argv
if (import.meta.main) {
  const engine = engines[name]
  if (engine === undefined) throw new Error(`There is no engine ${name}.`)
  await mkdir(folder, { recursive: true })
  const open = (): Promise<Engine> | Engine => engine.open(folder)
  const figures = step === 'write' ? await write(await open(), Number(count)) : await ask(open, Number(count))
  process.stdout.write(JSON.stringify(figures))
}
