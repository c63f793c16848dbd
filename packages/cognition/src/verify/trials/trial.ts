import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openDatabase, sha256, walkFiles } from '@datacortex/platform'
import { readIdentity } from '../../identity/identity.ts'
import type { Verdict } from '../file-checks.ts'
import type { TriedMind } from '../implementation.ts'

/** Tries one criterion on a copy that nothing else uses; an error says what went wrong. */
export type Trial = (mind: TriedMind) => Promise<Verdict>

/** What a trial found; `what` says what was to be seen, and the reason why it was not. */
export function seen(holds: boolean, what: string, otherwise: string): Verdict {
  return { holds, evidence: holds ? what : otherwise }
}

/** The uid of the agent that is tried. */
export async function uidOf({ files }: TriedMind): Promise<string> {
  return (await readIdentity(files.identity)).uid
}

/** The files of the agent, by path, each with a hash of its content. */
export async function snapshot({ files }: TriedMind): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const folder of new Set([dirname(files.identity), files.knowledge, files.shared, files.logs]))
    for await (const entry of walkFiles(folder))
      if (entry.kind === 'file') found.set(entry.path, sha256(await readFile(entry.path)))
  return found
}

export function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([path, hash]) => other.get(path) === hash)
}

/** Rows of the index, as records. */
export async function rowsOf({ database: file }: TriedMind, sql: string): Promise<readonly Row[]> {
  const database = await openDatabase(file, { timeoutMs: 5000 })
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

export type Row = Readonly<Record<string, unknown>>

/** Whether something that needs the write lock waits while another has it, and changes nothing. */
export async function waitsForLock(
  mind: TriedMind,
  write: (signal: AbortSignal) => Promise<unknown>,
): Promise<Verdict> {
  const before = await snapshot(mind)
  const outcome = await mind.whileLocked(async () => {
    // Long enough for a write that waits for nobody.
    const signal = AbortSignal.timeout(1000)
    return await write(signal).then(
      () => 'it wrote while another had the lock',
      (error: unknown) => (signal.aborted ? undefined : `it failed: ${String(error)}`),
    )
  })
  const untouched = isSame(before, await snapshot(mind))
  return seen(
    outcome === undefined && untouched,
    'it waited while the lock was held, and changed nothing',
    outcome ?? 'it changed files while another had the lock',
  )
}
