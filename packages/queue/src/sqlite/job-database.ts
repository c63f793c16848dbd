import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, openDatabase, patientLimit, sqliteCode, systemErrorReason } from '@datacortex/platform'
import { queueError } from '../errors.ts'

const version = 1
/** Says in the head of the file whose it is. */
const applicationId = 0x64_63_71_31

const tables = `
  CREATE TABLE jobs (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, "key" TEXT, "group" TEXT,
    priority INTEGER NOT NULL, state TEXT NOT NULL, isDelayed INTEGER NOT NULL, startAfter INTEGER NOT NULL,
    leaseMs INTEGER, leaseUntil INTEGER, job TEXT NOT NULL);
  CREATE INDEX jobs_next ON jobs (kind, priority DESC, seq) WHERE state IN ('ready', 'failed') AND isDelayed = 0;
  CREATE INDEX jobs_delayed ON jobs (startAfter) WHERE isDelayed = 1;
  CREATE INDEX jobs_leased ON jobs (kind, leaseUntil) WHERE state = 'active';
  CREATE UNIQUE INDEX jobs_keys ON jobs (kind, "key") WHERE state IN ('ready', 'failed', 'active') AND "key" IS NOT NULL;
  CREATE INDEX jobs_groups ON jobs ("group", kind);
  CREATE TABLE bodies (seq INTEGER PRIMARY KEY, payload TEXT NOT NULL, result TEXT);
  CREATE TABLE schedules (name TEXT PRIMARY KEY, nextAt INTEGER NOT NULL, schedule TEXT NOT NULL) WITHOUT ROWID;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${version};
`

export async function openJobDatabase(file: string) {
  const database = await openDatabase(file, { timeoutMs: 2 }).catch(coded(file))
  const read = async <T>(run: () => T): Promise<T> => await retried(file, run)
  const close = (): void => {
    if (database.isOpen) database.close()
  }
  // In one turn of the event loop: callers of this process share the connection.
  const change = async <T>(run: () => T): Promise<T> => await retried(file, () => inTransaction(database, run))
  try {
    await retried(file, () => database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL'))
    await change(() => makeTables(database, file))
    return { database, change, read, close }
  } catch (error) {
    close()
    throw error
  }
}

function makeTables(database: DatabaseSync, place: string): void {
  const number = (name: string): number => Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
  const known = number('user_version')
  const owner = number('application_id')
  if (owner === 0 && known === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined)
    return database.exec(tables)
  if (owner !== applicationId) throw queueError('QUEUE_DAMAGED', { place, reason: 'it is no queue of jobs' })
  if (known > version) throw queueError('QUEUE_SCHEMA_NEWER', { place, version: known, known: version })
}

/**
 * Those who wait try again at different times, soon at first: a turn takes about a millisecond. SQLite alone waits ever longer,
 * and lets one of them have nearly every turn.
 */
async function retried<T>(file: string, run: () => T): Promise<T> {
  const startedAt = performance.now()
  for (let tries = 1; ; tries += 1) {
    try {
      return run()
    } catch (error) {
      if (!isBusy(error) || performance.now() > startedAt + patientLimit(30_000)) coded(file)(error)
    }
    await wait(Math.random() * Math.min(10, 1 + tries))
  }
}

const isBusy = (error: unknown): boolean => [5, 6].includes(sqliteCode(error) ?? 0)

const damaged = [11, 26]

/** What SQLite says, as an error that a user can do something about. */
function coded(place: string): (error: unknown) => never {
  return (error) => {
    const code = sqliteCode(error)
    if (code === undefined || code === 1 || code === 19 || !(error instanceof Error)) throw error
    if (damaged.includes(code)) throw queueError('QUEUE_DAMAGED', { place, reason: error.message }, { cause: error })
    const reason = code === 13 ? systemErrorReason({ code: 'ENOSPC' }) : error.message
    throw queueError('QUEUE_UNAVAILABLE', { place, reason }, { cause: error })
  }
}
