import type { Execution } from './execution-record.ts'

/** What the runs of one month cost that went to one runner. */
export type MonthlyCosts = {
  /** In UTC, such as `2026-11`. */
  readonly month: string
  /** The runner; `unknown` of runs that were logged without one. */
  readonly source: string
  readonly executions: number
  /** Executions of which nobody said what they cost: they are not in `cost_usd`. */
  readonly unpriced: number
  readonly tokens_in: number
  readonly tokens_out: number
  readonly cost_usd: number
}

/**
 * Sums up what runs cost by month and source, the last month first, in it what cost most.
 * @example costsOf((await readLog(paths)).executions)[0]?.cost_usd
 */
export function costsOf(executions: readonly Execution[]): readonly MonthlyCosts[] {
  const groups = Map.groupBy(executions, ({ timestamp, runner = 'unknown' }) => `${timestamp.slice(0, 7)} ${runner}`)
  const sum = (runs: readonly Execution[], of: (run: Execution) => number | undefined): number =>
    runs.reduce((total, run) => total + (of(run) ?? 0), 0)
  const rows = [...groups].map(([key, runs]) => ({
    month: key.slice(0, 7),
    source: key.slice(8),
    executions: runs.length,
    unpriced: runs.filter(({ cost_usd: usd }) => usd === undefined).length,
    tokens_in: sum(runs, (run) => run.tokens_in),
    tokens_out: sum(runs, (run) => run.tokens_out),
    // Without the dust that sums of fractions gather.
    cost_usd: Math.round(sum(runs, (run) => run.cost_usd) * 1e6) / 1e6,
  }))
  return rows.toSorted(
    (a, b) => b.month.localeCompare(a.month) || b.cost_usd - a.cost_usd || a.source.localeCompare(b.source),
  )
}
