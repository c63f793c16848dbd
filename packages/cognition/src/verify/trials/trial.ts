import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openDatabase, sha256, walkFiles } from '@datacortex/platform'
import { readIdentity } from '../../identity/identity.ts'
import type { TriedMind } from '../implementation.ts'
import { type Verdict, no, yes } from '../verdict.ts'

/** Tries one criterion on a copy that nothing else uses; an error says what went wrong. */
export type Trial = (mind: TriedMind) => Promise<Verdict>

/** Whether an implementation refuses something. */
export async function isRefused(asked: Promise<unknown>): Promise<boolean> {
  return (await Promise.allSettled([asked]))[0].status === 'rejected'
}

/** Starts a mind as its own uid, which is returned. */
export async function started(mind: TriedMind): Promise<string> {
  const uid = await uidOf(mind)
  await mind.start(uid)
  return uid
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

export async function rowsOf({ database: file }: TriedMind, sql: string) {
  using database = await openDatabase(file, { timeoutMs: 5000 })
  return database.prepare(sql).all()
}

/** Whether something that needs the write lock waits while another has it, and changes nothing. */
export async function waitsForLock(mind: TriedMind, write: (signal: AbortSignal) => Promise<unknown>) {
  const before = await snapshot(mind)
  const failure = await mind.whileLocked(async () => {
    // Long enough for a write that waits for nobody.
    const signal = AbortSignal.timeout(1000)
    return await write(signal).then(
      () => 'it wrote while another had the lock',
      (error: unknown) => (signal.aborted ? undefined : `it failed: ${String(error)}`),
    )
  })
  if (failure !== undefined) return no(failure)
  return before === (await snapshot(mind))
    ? yes('it waited while the lock was held, and changed nothing')
    : no('it changed files while another had the lock')
}
