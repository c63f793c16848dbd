import type { NightBudget, TaskReport } from './night-ports.ts'

/** What a night has spent, and what it may. */
export type NightLimits = {
  /** Why no further task is begun; undefined while there is room. */
  readonly isOver: () => string | undefined
  readonly add: (spent: Pick<TaskReport, 'costUsd' | 'tokens'>) => void
  readonly left: () => NightBudget
  /** Ends what runs when the time is over. */
  readonly signal: AbortSignal
} & Disposable

/** Why what ran was ended. */
const timeOver = 'the time of the night was over'

/**
 * The limits of one night, shared by all that it does. What a task costs is known when it ended, so none is begun once a limit
 * is reached, and the last one may pass it.
 * @example using limits = nightLimits({ budget: { usd: 2 }, spent: [], now: Date.now })
 */
export function nightLimits({
  budget,
  until,
  spent,
  now,
}: {
  readonly budget: NightBudget
  /** Milliseconds since 1970. */
  readonly until?: number | undefined
  /** Earlier in the same night. */
  readonly spent: readonly Pick<TaskReport, 'costUsd' | 'tokens'>[]
  readonly now: () => number
}): NightLimits {
  let usd = spent.reduce((sum, { costUsd }) => sum + costUsd, 0)
  let tokens = spent.reduce((sum, one) => sum + one.tokens, 0)
  const byMinutes = budget.minutes === undefined ? Number.POSITIVE_INFINITY : now() + budget.minutes * 60_000
  const endsAt = Math.min(until ?? Number.POSITIVE_INFINITY, byMinutes)
  const ending = new AbortController()
  const timer = Number.isFinite(endsAt) ? setTimeout(check, waitMs(endsAt - now())) : undefined
  let next = timer
  function check(): void {
    if (now() >= endsAt) ending.abort(new DOMException(timeOver, 'TimeoutError'))
    else next = setTimeout(check, waitMs(endsAt - now()))
  }
  return {
    isOver: () => {
      if (now() >= endsAt) return timeOver
      if (budget.usd !== undefined && usd >= budget.usd) return `the night has spent its $${budget.usd.toFixed(2)}`
      if (budget.tokens !== undefined && tokens >= budget.tokens)
        return `the night has used its ${budget.tokens} tokens`
      return undefined
    },
    add: (more) => {
      usd += more.costUsd
      tokens += more.tokens
    },
    left: () => ({
      usd: budget.usd === undefined ? undefined : Math.max(0, budget.usd - usd),
      tokens: budget.tokens === undefined ? undefined : Math.max(0, budget.tokens - tokens),
      minutes: Number.isFinite(endsAt) ? Math.max(0, (endsAt - now()) / 60_000) : undefined,
    }),
    signal: ending.signal,
    [Symbol.dispose]: () => clearTimeout(next),
  }
}

/** A computer that slept must not be late by as long as it slept, so the clock is looked at each minute. */
function waitMs(leftMs: number): number {
  return Math.min(60_000, Math.max(1, leftMs))
}
