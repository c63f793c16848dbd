/** What may be spent: US dollars, calls, minutes. */
export type BudgetLimits = { readonly usd: number; readonly calls: number; readonly minutes: number }

/** What was spent, with what is reserved at the moment. */
export type Spent = { readonly usd: number; readonly calls: number; readonly ms: number }

/** Money and a call that were set aside before the call; settle it exactly once. */
export type Reservation = {
  /** After the call, with its real cost; without it, the estimate. A call that never was made costs nothing: 0. */
  settle(usd?: number): void
}

/** Which of the limits is reached. */
export type BudgetLimit = keyof BudgetLimits

/** What a limit is called where people read it. */
export const budgetWords: Readonly<Record<BudgetLimit, string>> = { usd: 'money', calls: 'calls', minutes: 'minutes' }

/**
 * What a run may spend, kept by code: an estimate is reserved before each call and settled after it, and a call whose
 * estimate doesn't fit is not made. So the limit is passed by at most the calls that are under way.
 */
export class Budget {
  readonly limits: BudgetLimits
  readonly #elapsed: () => number
  readonly #startedAt: number
  readonly #before: Spent
  readonly #onRefused: ((limit: BudgetLimit) => void) | undefined
  #refused: BudgetLimit | undefined
  #usd = 0
  #calls = 0

  /** `limits`: Infinity where there is none. `spent`, `refused`: before an interruption. `elapsed` never goes back. */
  constructor(
    limits: BudgetLimits,
    {
      spent = { usd: 0, calls: 0, ms: 0 },
      refused,
      onRefused,
      elapsed = () => performance.now(),
    }: {
      readonly spent?: Spent | undefined
      readonly refused?: BudgetLimit | undefined
      readonly onRefused?: ((limit: BudgetLimit) => void) | undefined
      readonly elapsed?: (() => number) | undefined
    } = {},
  ) {
    this.limits = limits
    this.#before = spent
    this.#refused = refused
    this.#onRefused = onRefused
    this.#elapsed = elapsed
    this.#startedAt = elapsed()
  }

  /** What was spent so far, with what is reserved. */
  get spent(): Spent {
    const { usd, calls, ms } = this.#before
    return { usd: exact(usd + this.#usd), calls: calls + this.#calls, ms: ms + this.#elapsed() - this.#startedAt }
  }

  /** What was spent since a moment, in US dollars and calls. */
  since({ usd, calls }: Spent): { readonly usd: number; readonly calls: number } {
    const { spent } = this
    return { usd: exact(spent.usd - usd), calls: spent.calls - calls }
  }

  /** Milliseconds until the time is over, at least 0. */
  get remainingMs(): number {
    return Math.max(0, this.limits.minutes * 60_000 - this.spent.ms)
  }

  /** Which limit is reached: no further call fits, a call was refused for it, or all the money is spent. */
  get reached(): BudgetLimit | undefined {
    const { usd } = this.spent
    return this.#lacks(0) ?? this.#refused ?? (usd > 0 && usd >= this.limits.usd ? 'usd' : undefined)
  }

  /** Sets a call and its estimate of money aside, 0 if free; or gives the limit that it would pass. */
  reserve({ usd }: { readonly usd: number }): Reservation | BudgetLimit {
    const lacks = this.#lacks(usd)
    if (lacks !== undefined) {
      if (this.#refused === undefined) this.#onRefused?.(lacks)
      this.#refused ??= lacks
      return lacks
    }
    this.#usd += usd
    this.#calls += 1
    let isOpen = true
    return {
      settle: (actual = usd) => {
        if (!isOpen) return
        isOpen = false
        this.#usd += actual - usd
      },
    }
  }

  #lacks(usd: number): BudgetLimit | undefined {
    const spent = this.spent
    if (spent.calls + 1 > this.limits.calls) return 'calls'
    if (spent.ms >= this.limits.minutes * 60_000) return 'minutes'
    return exact(spent.usd + usd) > this.limits.usd && usd > 0 ? 'usd' : undefined
  }
}

/** Binary fractions of dollars don't add up; billionths do. */
function exact(usd: number): number {
  return Math.round(usd * 1e9) / 1e9
}
