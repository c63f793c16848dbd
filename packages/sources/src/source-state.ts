import { join } from 'node:path'
import type { DeepReadonly, SpacePaths } from '@datacortex/platform'
import { jsonOf, patientLimit, readTextFile, withLock, writeFileAtomically } from '@datacortex/platform'
import { z } from 'zod'
import type { SourceConfig } from './source-config.ts'

/** Limits that are counted over all processes. */
type UseLimits = Pick<SourceConfig, 'per_minute' | 'per_day' | 'min_interval_ms'>

export type TurnOptions = { readonly maxWaitMs?: number | undefined }

export type CallOutcome = {
  /** A failure for which the source is to blame; one that a better question avoids is none. */
  readonly failed: boolean
  readonly usd: number
  /** How long the source asked to be left alone. */
  readonly retryAfterMs?: number | undefined
}

/** Counts calls in a file of all processes of the space; calls of one process that come together share a write. */
export class SourceState {
  readonly #file: string
  readonly #lock: string
  readonly #now: () => number
  #waiting: Change[] = []
  #isWriting = false

  constructor(paths: SpacePaths, { now }: { now: () => number }) {
    this.#file = join(paths.stateDirectory, 'sources.json')
    this.#lock = join(paths.locksDirectory, 'source-use')
    this.#now = now
  }

  /** Why a source may not be called now, without counting anything; undefined if it may. */
  async look(id: string, limits: UseLimits): Promise<string | undefined> {
    const use = (await readUses(this.#file)).get(id) ?? unused
    return refusal(fresh(use, this.#now()), { limits, now: this.#now() })
  }

  /** Counts a call before it is made; gives why not. Throws `PLATFORM_LOCK_TIMEOUT`, `PLATFORM_FILE_UNWRITABLE`. */
  async reserve(id: string, limits: UseLimits, { maxWaitMs }: TurnOptions = {}): Promise<string | undefined> {
    return await this.#change(id, (use, now) => {
      const waitMs = limits.min_interval_ms === undefined ? 0 : turnOf(use, now) - now
      const reason = refusal(use, { limits, now }) ?? lateTurn(waitMs, { maxWaitMs })
      if (reason !== undefined) return { use, reason }
      // Half open: one call tries whether a source is well again, the others wait for its outcome.
      const pausedUntil = use.failures >= failuresToPause ? now + pauseMs(use.failures) : 0
      const pauseReason = `it failed ${use.failures} times in a row`
      return { use: { ...use, recent: [...use.recent, now], calls: use.calls + 1, pausedUntil, pauseReason } }
    })
  }

  /** Takes the next turn of a source that wants pauses, unless further off than `maxWaitMs`; milliseconds until it. */
  async turn(
    id: string,
    { min_interval_ms: interval }: UseLimits,
    { maxWaitMs = Number.POSITIVE_INFINITY }: TurnOptions = {},
  ): Promise<number> {
    if (interval === undefined) return 0
    let waitMs = 0
    await this.#change(id, (use, now) => {
      const at = turnOf(use, now)
      waitMs = at - now
      return { use: waitMs > maxWaitMs ? use : { ...use, nextAt: at + interval } }
    })
    return waitMs
  }

  /** Notes how a call ended. */
  async settle(id: string, { failed, usd, retryAfterMs }: CallOutcome): Promise<void> {
    await this.#change(id, (use, now) => {
      const failures = failed ? use.failures + 1 : 0
      const wait = Math.max(failures >= failuresToPause ? pauseMs(failures) : 0, Math.min(retryAfterMs ?? 0, dayMs))
      const pauseReason =
        retryAfterMs === undefined ? `it failed ${failures} times in a row` : 'it wants no more questions now'
      return { use: { ...use, usd: use.usd + usd, failures, pausedUntil: wait === 0 ? 0 : now + wait, pauseReason } }
    })
  }

  #change(id: string, apply: Change['apply']): Promise<string | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
    this.#waiting.push({ id, apply, resolve, reject })
    if (!this.#isWriting) void this.#write()
    return promise
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    // What is asked for in this turn of the event loop goes together.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const changes = this.#waiting.splice(0)
      try {
        const timeoutMs = patientLimit(1000)
        const reasons = await withLock(this.#lock, async () => await this.#apply(changes), { timeoutMs })
        for (const [index, change] of changes.entries()) change.resolve(reasons[index])
      } catch (error) {
        for (const change of changes) change.reject(error)
      }
    }
    this.#isWriting = false
  }

  async #apply(changes: readonly Change[]): Promise<readonly (string | undefined)[]> {
    const uses = await readUses(this.#file)
    const now = this.#now()
    const reasons = changes.map(({ id, apply }) => {
      const { use, reason } = apply(fresh(uses.get(id) ?? unused, now), now)
      uses.set(id, use)
      return reason
    })
    // Counts of the last minute and day: after a power cut they may be lost, and a kill leaves them whole.
    await writeFileAtomically(this.#file, `${JSON.stringify(Object.fromEntries(uses))}\n`, { isRebuildable: true })
    return reasons
  }
}

type Change = {
  readonly id: string
  readonly apply: (use: SourceUse, now: number) => { readonly use: SourceUse; readonly reason?: string | undefined }
  readonly resolve: (reason: string | undefined) => void
  readonly reject: (error: unknown) => void
}

const failuresToPause = 3
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const unused: SourceUse = { recent: [], day: '', calls: 0, usd: 0, failures: 0, pausedUntil: 0, pauseReason: '' }

/** What all processes of a space know about the use of one source. */
type SourceUse = DeepReadonly<z.infer<typeof SourceUse>>

const SourceUse = z.object({
  /** When it was called within the last minute, milliseconds since 1970. */
  recent: z.array(z.number()).max(100_000),
  /** `YYYY-MM-DD`, UTC, that `calls` and `usd` are of. */
  day: z.string(),
  calls: z.number(),
  usd: z.number(),
  /** Failures in a row. */
  failures: z.number(),
  /** Nobody calls it before, because it failed too often or asked to wait. */
  pausedUntil: z.number(),
  pauseReason: z.string(),
  /** When the next call may be made, for sources that want a pause between two. */
  nextAt: z.number().optional(),
})

const Uses = z.record(z.string(), SourceUse)

/** A file that is damaged counts as none: what it held is of this day only. */
async function readUses(file: string): Promise<Map<string, SourceUse>> {
  const read = await readTextFile(file)
  if (!read.ok) return new Map()
  return new Map(Object.entries(Uses.safeParse(jsonOf(read.text)).data ?? {}))
}

/** Without what is over. Times in the future come from a clock that was set back since; they count for nothing. */
function fresh(use: SourceUse, now: number): SourceUse {
  const day = new Date(now).toISOString().slice(0, 10)
  const recent = use.recent.filter((at) => at <= now && at > now - minuteMs)
  const pausedUntil = use.pausedUntil > now + dayMs ? 0 : use.pausedUntil
  return day === use.day ? { ...use, recent, pausedUntil } : { ...use, recent, pausedUntil, day, calls: 0, usd: 0 }
}

function refusal(use: SourceUse, { limits, now }: { limits: UseLimits; now: number }): string | undefined {
  if (use.pausedUntil > now)
    return `${use.pauseReason} and is left alone for ${Math.ceil((use.pausedUntil - now) / 1000)} s`
  if (use.calls >= (limits.per_day ?? Number.POSITIVE_INFINITY))
    return `its limit of ${limits.per_day} calls a day is reached`
  if (use.recent.length >= (limits.per_minute ?? Number.POSITIVE_INFINITY))
    return `its limit of ${limits.per_minute} calls a minute is reached`
  return undefined
}

/** A turn far ahead comes from a clock that was set back since. */
function turnOf({ nextAt = 0 }: SourceUse, now: number): number {
  return Math.max(now, Math.min(nextAt, now + minuteMs))
}

/** Why a turn is not waited for; undefined if it is. */
export function lateTurn(waitMs: number, { maxWaitMs = Number.POSITIVE_INFINITY }: TurnOptions): string | undefined {
  return waitMs > maxWaitMs ? `its next turn comes in ${Math.ceil(waitMs / 1000)} s` : undefined
}

/** A minute after the third failure, twice as long after each further one, at most a quarter of an hour. */
function pauseMs(failures: number): number {
  return Math.min(15 * minuteMs, minuteMs * 2 ** (failures - failuresToPause))
}
