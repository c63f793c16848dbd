import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { LockTimeoutError } from './errors.ts'

/** How long to wait for a lock, and how to stop waiting. */
export type LockOptions = {
  readonly signal?: AbortSignal | undefined
  /** Longest wait in milliseconds; 30,000 if absent. */
  readonly timeoutMs?: number | undefined
}

/**
 * Runs a function while holding a lock that excludes all other processes and all other callers in this one.
 *
 * The lock is an exclusive SQLite transaction on `file`, so the operating system holds it: when the holder is
 * killed it is free at once, and no age or heartbeat has to be guessed. `<file>.owner` names the holder, for people.
 *
 * @param file - Path of the lock file, on a local disk. It is made if absent and stays.
 * @param run - What to do while holding the lock.
 * @param options - Abort signal and longest wait.
 * @returns What `run` returned.
 * @throws {@link LockTimeoutError} if it could not be had in time.
 * @example await withLock('/space/.datacore/state/locks/registry', () => update())
 * @see https://www.sqlite.org/lockingv3.html
 */
export async function withLock<T>(file: string, run: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const database = await acquire(file, options)
  try {
    await writeFile(
      `${file}.owner`,
      JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() }),
    )
    return await run()
  } finally {
    await rm(`${file}.owner`, { force: true })
    database.close()
  }
}

async function acquire(file: string, options: LockOptions): Promise<DatabaseSync> {
  const timeoutMs = options.timeoutMs ?? 30_000
  const deadline = performance.now() + timeoutMs
  let pauseMs = 2
  for (;;) {
    options.signal?.throwIfAborted()
    const database = await tryAcquire(file)
    if (database !== undefined) return database
    if (performance.now() > deadline) throw new LockTimeoutError({ file, timeoutMs, owner: await readOwner(file) })
    // Random pauses, so that waiting processes don't wake in step.
    await sleep(
      pauseMs * (0.5 + Math.random()),
      undefined,
      options.signal === undefined ? {} : { signal: options.signal },
    )
    pauseMs = Math.min(pauseMs * 1.5, 40)
  }
}

async function tryAcquire(file: string): Promise<DatabaseSync | undefined> {
  await mkdir(dirname(file), { recursive: true })
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    const before = await inode(file)
    database.exec('BEGIN EXCLUSIVE')
    // If the file was deleted or replaced meanwhile, somebody else may hold a lock of the same name.
    if (before !== undefined && before === (await inode(file))) return database
    database.close()
  } catch (error) {
    database.close()
    if (!isBusy(error)) throw error
  }
  return undefined
}

function isBusy(error: unknown): boolean {
  // SQLITE_BUSY is 5; extended codes keep it in the low byte.
  return (
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === 5
  )
}

async function inode(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.ino
}

async function readOwner(file: string): Promise<string | undefined> {
  const text = await readFile(`${file}.owner`, 'utf8').catch(() => undefined)
  const match = text === undefined ? null : /"pid":(\d+),"host":"([^"]*)","since":"([^"]*)"/.exec(text)
  return match === null ? undefined : `process ${match[1]} on ${match[2]} since ${match[3]}`
}
