import { type Finding, warningFinding } from '@datacortex/errors'
import { withLock } from '@datacortex/platform'
import { localTime } from '../logs/append-entry.ts'
import { type LogPart, clockBack, localZone, logParts, writeLogState } from '../logs/log-parts.ts'
import { withoutPrivate } from '../logs/read-entries.ts'
import { openMemory } from '../memory/open-memory.ts'
import { syncMemory } from '../memory/sync-memory.ts'
import type { Mind, Writing } from '../mind.ts'
import type { AskWriter } from './improve-points.ts'
import type { KeptPoint } from './keep-points.ts'
import { type ReadEntry, checkpointOf } from './log-entries.ts'
import { pendingEntries, pendingLog } from './pending-logs.ts'
import type { EntryPoint } from './points-of.ts'

export type ReflectOptions = Writing & {
  /** Nothing is done below that many entries that wait; for triggers such as a schedule. */
  readonly threshold?: number | undefined
  /** A language model chooses what is kept, out of the entry's own words. */
  readonly ask?: AskWriter | undefined
  readonly onProgress?: ((event: { done: number; total: number; log: string }) => void) | undefined
}

/** What became of the logs of an agent. */
export type Reflection = {
  readonly agent: string
  /** How many entries were worked off. */
  readonly entries: number
  /** Logs that are done now, relative to the space. */
  readonly logs: readonly string[]
  /** What was kept, in the order of the logs. */
  readonly points: readonly KeptPoint[]
  /** How many points were there already. */
  readonly known: number
  /** Lines that the entries quote from outside, of which nothing was kept. */
  readonly outside: number
  readonly findings: readonly Finding[]
}

/**
 * Makes key points of what stands in the logs: facts, preferences, decisions and learnings, as candidates that name the entry
 * they come from. Each log goes from pending over processing to done, with a checkpoint behind each entry, so that a run that was
 * killed goes on where it was, and the same log never gives a point twice. No model is needed.
 *
 * @param mind - Of the agent that reflects.
 * @param options - Threshold, writer, dry run.
 * @throws `PLATFORM_LOCK_TIMEOUT`; what is done by then stays done.
 * @example (await reflect(mind)).points.map(({ text }) => text)
 */
export async function reflect(mind: Mind, options: ReflectOptions = {}): Promise<Reflection> {
  const { threshold = 0, now = new Date(), dryRun = false, signal } = options
  const parts = await logParts(mind)
  const { entries: total } = await pendingEntries(mind)
  const totals: Totals = { entries: 0, logs: [], points: [], known: 0, outside: 0, findings: [] }
  const own = `${mind.place}/${mind.agent}/logs`
  totals.findings.push(...clockBack(own, { latest: parts.at(-1)?.date, today: localTime(now).date }))
  for (const part of total < threshold ? [] : parts)
    for (let isLeft = true; isLeft;) {
      signal?.throwIfAborted()
      const seen = await pendingLog(mind, part)
      if (seen === undefined || !('entries' in seen)) {
        totals.findings.push(...(seen?.findings ?? []))
        break
      }
      const batch = dryRun ? seen.entries : seen.entries.slice(0, batchSize)
      // A model may take its time, so nobody waits for a lock meanwhile.
      const found = await readEntries(batch, { ask: options.ask, totals, path: seen.path })
      const run = async (): Promise<boolean> => await workOff(mind, part, { ...options, now, found, totals, total })
      isLeft = dryRun ? await run() : await withLock(mind.lock, run, { signal })
    }
  const findings = new Map(totals.findings.map((one) => [`${one.code} ${one.subject} ${one.message}`, one]))
  return { agent: mind.agent, ...totals, findings: [...findings.values()] }
}

/** As many as are worked off while the lock is held. */
const batchSize = 100

type Totals = {
  -readonly [Name in keyof Omit<Reflection, 'agent'>]: Reflection[Name] extends readonly (infer One)[]
    ? One[]
    : Reflection[Name]
}

type Found = { readonly points: readonly EntryPoint[]; readonly outside: number }

async function readEntries(
  entries: readonly ReadEntry[],
  { ask, totals, path }: { readonly ask: AskWriter | undefined; readonly totals: Totals; readonly path: string },
): Promise<ReadonlyMap<string, Found>> {
  // Only who reflects needs what reads sentences.
  const [{ chosenByWriter }, { pointsOf }] = await Promise.all([
    import('./improve-points.ts'),
    import('./points-of.ts'),
  ])
  const found = new Map<string, Found>()
  for (const { hash, text, recorded } of entries) {
    const open = withoutPrivate(text)
    const read = recorded === undefined ? pointsOf(open) : { points: [], outside: 0 }
    const chosen = recorded !== undefined || ask === undefined ? read.points : await chosenByWriter(open, ask)
    if (chosen === undefined)
      totals.findings.push(
        warningFinding('COGNITION_WRITER_FAILED', path, {
          message: `The writer gave no answer of use for entries of ${path}: what is kept of them was found without it.`,
          hint: 'datacortex doctor',
        }),
      )
    found.set(hash, { ...read, points: chosen ?? read.points })
  }
  return found
}

type Working = ReflectOptions & {
  readonly found: ReadonlyMap<string, Found>
  readonly totals: Totals
  readonly now: Date
  readonly total: number
}

/** Under the lock, from what the log is now. Whether there is more of it to work off. */
async function workOff(
  mind: Mind,
  part: LogPart,
  { found, totals, now, dryRun = false, signal, total, onProgress }: Working,
): Promise<boolean> {
  const pending = await pendingLog(mind, part)
  if (pending === undefined || !('entries' in pending)) return pending !== undefined
  using memory = await openMemory(mind)
  totals.findings.push(...(await syncMemory(memory, mind)).findings, ...pending.findings)
  const { pointKeeper } = await import('./keep-points.ts')
  const keeper = pointKeeper(mind, { memory, part, now, dryRun })
  const { state, bytes, sha256, path } = pending
  let checkpoint = state?.checkpoint ?? null
  const save = async (status: 'processing' | 'done'): Promise<void> => {
    const [zone, isSynced] = [state?.zone ?? localZone(), status === 'done']
    const written = { status, checkpoint, bytes, sha256, zone, updated_at: now.toISOString(), isSynced }
    if (!dryRun) await writeLogState(mind, part.name, written)
  }
  await save('processing')
  let left = pending.entries.length
  for (const entry of pending.entries) {
    const read = found.get(entry.hash)
    // It was written since: the next round reads it.
    if (read === undefined || signal?.aborted === true) break
    totals.findings.push(...(await keeper.restore(entry)))
    for (const point of read.points) {
      const kept = await keeper.keep(entry, point)
      if (kept === undefined) totals.known += 1
      else totals.points.push(kept)
    }
    totals.outside += read.outside
    totals.entries += 1
    left -= 1
    checkpoint = checkpointOf(entry)
    if (left > 0) await save('processing')
    onProgress?.({ done: totals.entries, total, log: path })
  }
  if (left === 0) {
    await save('done')
    totals.logs.push(path)
  }
  if (!dryRun) await syncMemory(memory, mind, { written: [...keeper.written] })
  return left > 0
}
