import type { ResearchResult } from '../pipeline/research-result.ts'

/** What came of a night (the JSON of `research --queue`). */
export type QueueResult = {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** Relative to the space; absent if nothing waited. */
  readonly briefing_path?: string | undefined
  readonly runs: readonly ResearchResult[]
  /** Runs that failed, with the reason; they can be resumed. */
  readonly failed: readonly { readonly topic: string; readonly reason: string }[]
  /** Tasks that another night does, and why. */
  readonly waiting: readonly { readonly title: string; readonly reason: string }[]
  readonly cost: { readonly usd: number; readonly calls: number }
  /** What else did not go as it should, such as a broken drawer. */
  readonly problems: readonly string[]
}
