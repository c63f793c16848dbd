import { lstatSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { platformError } from '../errors.ts'
import { holdFolder } from '../files/hold-folder.ts'
import { inTransaction, sqliteCode } from '../files/open-database.ts'
import { systemErrorCode } from '../files/system-error-reason.ts'
import { patientLimit } from '../patient-limit.ts'
import { defaultLimits } from './fetch-limits.ts'

/** How often one host may be asked, over all processes that share the file. */
export type TurnOptions = {
  /** A SQLite database of its own, which may be deleted at any time. */
  readonly file: string
  readonly perMinute: number
}

/** Turns that are shared by processes: at most so many requests to one host begin within any minute. */
export function openTurns(options: TurnOptions | undefined) {
  let database: DatabaseSync | undefined
  return {
    /** Waits until the host may be asked. */
    async take(url: URL, { maxWaitMs, signal }: { maxWaitMs: number; signal: AbortSignal }): Promise<void> {
      if (options === undefined) return
      database ??= openDatabase(options.file)
      const now = Date.now()
      const turn = { host: url.hostname, perMinute: options.perMinute, now, latest: now + maxWaitMs }
      let at: number
      try {
        at = reserve(database, turn)
      } catch (error) {
        if (sqliteCode(error) === undefined) throw error
        // Deleted, damaged or full: this process goes on alone.
        database.close()
        database = prepared(':memory:')
        at = reserve(database, turn)
      }
      if (at - now > maxWaitMs) throw platformError('FETCH_RATE_LIMITED', { url: url.href, retryAfterMs: at - now })
      if (at <= now) return
      await sleep(at - now, undefined, { signal }).catch((error: unknown) => {
        signal.throwIfAborted()
        throw error
      })
    },
  }
}

const minute = 60_000

/** The time of the next turn, in milliseconds since 1970; reserved unless it is later than `latest`. */
function reserve(
  database: DatabaseSync,
  { host, perMinute, now, latest }: { host: string; perMinute: number; now: number; latest: number },
): number {
  return inTransaction(database, () => {
    // Nobody waits longer than that, so times further ahead were written before the clock was set back.
    const furthest = Math.max(latest, now + defaultLimits.turnMs) + minute
    database.prepare('DELETE FROM turns WHERE at <= ? OR at > ?').run(now - minute, furthest)
    const row = database
      .prepare('SELECT at FROM turns WHERE host = ? ORDER BY at DESC LIMIT 1 OFFSET ?')
      .get(host, perMinute - 1)
    const at = Math.max(now, typeof row?.['at'] === 'number' ? row['at'] + minute : 0)
    if (at <= latest) database.prepare('INSERT INTO turns (host, at) VALUES (?, ?)').run(host, at)
    return at
  })
}

function openDatabase(file: string): DatabaseSync {
  try {
    using held = holdFolder(dirname(file), { make: true })
    const at = join(held.folder, basename(file))
    try {
      return preparedFile(at)
    } catch (error) {
      // SQLITE_CORRUPT and SQLITE_NOTADB.
      if (![11, 26].includes(sqliteCode(error) ?? 0)) throw error
      // It holds one minute of nothing of value, so it is made anew.
      rmSync(at, { force: true })
      return preparedFile(at)
    } finally {
      held.check()
    }
  } catch (error) {
    // A space that can't be written still may not flood a host.
    if (sqliteCode(error) === undefined && systemErrorCode(error) === undefined) throw error
    return prepared(':memory:')
  }
}

/** What is no file of its own may be any other one. */
function preparedFile(at: string): DatabaseSync {
  const found = lstatSync(at, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() === true || (found?.nlink ?? 1) > 1) rmSync(at)
  return prepared(at)
}

function prepared(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: patientLimit(5000) })
  try {
    // Nothing here has to outlive a power cut, and a change of the file's mode would not wait for others.
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
    database.exec('CREATE TABLE IF NOT EXISTS turns (host TEXT NOT NULL, at INTEGER NOT NULL)')
    database.exec('CREATE INDEX IF NOT EXISTS turns_of_host ON turns (host, at)')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
