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

/** Whether an implementation refuses something. */
export async function isRefused(asked: Promise<unknown>): Promise<boolean> {
  return (await Promise.allSettled([asked]))[0].status === 'rejected'
}

export async function uidOf({ files }: TriedMind): Promise<string> {
  return (await readIdentity(files.identity)).uid
}

/** The files of the agent with a hash of the content of each: the same text as long as nothing changed. */
export async function snapshot({ files }: TriedMind): Promise<string> {
  const found: string[] = []
  for (const folder of new Set([dirname(files.identity), files.knowledge, files.shared, files.logs]))
    for await (const entry of walkFiles(folder))
      if (entry.kind === 'file') found.push(`${entry.path} ${sha256(await readFile(entry.path))}`)
  return found.join('\n')
}

export async function rowsOf({ database: file }: TriedMind, sql: string): Promise<readonly Row[]> {
  using database = await openDatabase(file, { timeoutMs: 5000 })
  return database.prepare(sql).all()
}

export type Row = Readonly<Record<string, unknown>>

/** Whether something that needs the write lock waits while another has it, and changes nothing. */
export async function waitsForLock(mind: TriedMind, write: (signal: AbortSignal) => Promise<unknown>) {
  const before = await snapshot(mind)
  const outcome = await mind.whileLocked(async () => {
    // Long enough for a write that waits for nobody.
    const signal = AbortSignal.timeout(1000)
    return await write(signal).then(
      () => 'it wrote while another had the lock',
      (error: unknown) => (signal.aborted ? undefined : `it failed: ${String(error)}`),
    )
  })
  return seen(
    outcome === undefined && before === (await snapshot(mind)),
    'it waited while the lock was held, and changed nothing',
    outcome ?? 'it changed files while another had the lock',
  )
}
