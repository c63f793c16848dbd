import { closeSync, lstatSync, openSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { CodedError } from '@datacortex/errors'
import { emptyLockFile } from './empty-lock-file.ts'
import { platformError } from '../errors.ts'
import { type HeldFolder, holdFolder, inFolder, linkInWay } from '../files/hold-folder.ts'
import { ifRefused } from '../files/if-missing.ts'
import { sqliteCode } from '../files/open-database.ts'
import { removeFile } from '../files/remove.ts'
import { unwritable } from '../files/unwritable.ts'
import { systemErrorCode, systemErrorReason } from '../files/system-error-reason.ts'
import { patientLimit } from '../patient-limit.ts'

/** How long to wait for a lock, and how to stop waiting. */
export type LockOptions = {
  readonly signal?: AbortSignal | undefined
  /** Longest wait in milliseconds; 30,000 if absent, 0 tries once. */
  readonly timeoutMs?: number | undefined
  /** What is thrown in the place of `PLATFORM_LOCK_TIMEOUT`, which it gets. */
  readonly busy?: ((timeout: CodedError) => CodedError) | undefined
}

/**
 * Runs a function while holding a lock that excludes all other processes and all other callers in this one.
 *
 * The lock is an exclusive SQLite transaction on `file`, so the operating system holds it: when the holder is
 * killed it is free at once, and no age or heartbeat has to be guessed. `<file>.owner` names the holder, for people.
 * It is not re-entrant: taking a lock again inside `run` waits for itself until the time is over.
 * @param file - Path of the lock file, on a local disk. It is made if absent and stays. Don't open it otherwise:
 *   closing any other handle of this process on it would free the lock.
 * @param options - Abort signal (for the waiting, not for `run`) and longest wait.
 * @throws `PLATFORM_LOCK_TIMEOUT` if it could not be had in time.
 * @throws `PLATFORM_FILE_UNWRITABLE` if the lock file can't be made or locked, or holds something that is no lock; in a
 *   cache that is taken out of it.
 * @example await withLock('/space/.datacore/state/locks/registry', () => update())
 * @see https://www.sqlite.org/lockingv3.html
 */
export async function withLock<T>(file: string, run: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const database = await acquire(file, options)
  try {
    await nameOwner(file)
    try {
      return await run()
    } finally {
      await removeFile(`${file}.owner`).catch(ifRefused(undefined))
    }
  } finally {
    database.close()
  }
}

async function acquire(file: string, options: LockOptions): Promise<DatabaseSync> {
  const { signal, timeoutMs = patientLimit(30_000), busy = (timeout) => timeout } = options
  const deadline = performance.now() + timeoutMs
  let pauseMs = 2
  for (;;) {
    signal?.throwIfAborted()
    const database = await tryAcquire(file)
    if (database !== undefined) return database
    if (performance.now() >= deadline)
      throw busy(platformError('PLATFORM_LOCK_TIMEOUT', { file, timeoutMs, owner: await readOwner(file) }))
    // Random pauses, so that waiting processes don't wake in step.
    await sleep(pauseMs * (0.5 + Math.random()), undefined, signal && { signal }).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw error
    })
    pauseMs = Math.min(pauseMs * 1.5, 40)
  }
}

async function tryAcquire(file: string): Promise<DatabaseSync | undefined> {
  const first = await tryOnce(file)
  // Making the file is no try: who made it may have to share it already.
  const taken = first === 'made' ? await tryOnce(file) : first
  return taken === 'made' ? undefined : taken
}

async function tryOnce(file: string): Promise<DatabaseSync | 'made' | undefined> {
  let database: DatabaseSync | undefined
  let held: HeldFolder | undefined
  try {
    held = holdFolder(dirname(file), { make: true })
    const at = join(held.folder, basename(file))
    const before = inode(at, file)
    if (before === undefined) makeLockFile(at)
    // SQLite itself opens no link as the last part of a path.
    database = new DatabaseSync(at, { timeout: 0 })
    // On a file that may not be written SQLite takes a shared lock without a word; the write, which never reaches the
    // disk, tells.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1')
    // If the file was made, deleted or replaced meanwhile, somebody else may hold a lock of the same name.
    if (before !== undefined && before === inode(file, file)) return database
    database.close()
    if (before === undefined) return 'made'
  } catch (error) {
    database?.close()
    if (sqliteCode(error) === sqlite.notDatabase) return await madeOf(file, error)
    const reason = sqliteCode(error) === sqlite.readOnly ? 'it may only be read' : systemErrorReason(error)
    if (CodedError.is(error)) throw error
    if (sqliteCode(error) !== sqlite.busy)
      throw platformError('PLATFORM_FILE_UNWRITABLE', { file, reason }, { cause: error })
  } finally {
    held?.[Symbol.dispose]()
  }
  return undefined
}

/** Makes a lock file of one that something else was written into, if nothing can be lost with it. */
async function madeOf(file: string, cause: unknown): Promise<'made'> {
  const isEmpty = await emptyLockFile(file).catch((error: unknown) => {
    throw unwritable(file, error)
  })
  if (isEmpty) return 'made'
  throw platformError(
    'PLATFORM_FILE_UNWRITABLE',
    {
      file,
      reason: 'it is to be a lock, which is an empty file, and something else is in it',
      hint: 'Look at what it is, and delete it or move it away: a lock is made anew, so nothing is lost with it.',
    },
    { cause },
  )
}

/** Anyone who may write beside it may lock it: SQLite itself makes files that only their owner can write. */
function makeLockFile(file: string): void {
  try {
    // In one step with its closing, which would free a lock that this process has on it.
    closeSync(openSync(file, 'wx', 0o666))
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error
  }
}

/** SQLITE_BUSY, SQLITE_READONLY and SQLITE_NOTADB. */
const sqlite = { busy: 5, readOnly: 8, notDatabase: 26 } as const

function inode(at: string, file: string): bigint | undefined {
  const found = lstatSync(at, { bigint: true, throwIfNoEntry: false })
  if (found?.isSymbolicLink() === true) throw linkInWay(file, file)
  return found?.ino
}

async function nameOwner(file: string): Promise<void> {
  const owner = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
  await inFolder(`${file}.owner`, {}, async (at) => {
    // Made anew, so that it is no other name of something else.
    const written = rm(at, { force: true }).then(async () => await writeFile(at, JSON.stringify(owner), { flag: 'wx' }))
    // A full disk must not stop the holder: the name is only for the message that others see.
    await written.catch(ifRefused(undefined))
  })
}

async function readOwner(file: string): Promise<string | undefined> {
  const text = await readFile(`${file}.owner`, 'utf8').catch(ifRefused(''))
  const match = /"pid":(\d+),"host":"([^"]*)","since":"([^"]*)"/.exec(text)
  return match === null ? undefined : `process ${match[1]} on ${match[2]} since ${match[3]}`
}
