import type { AgentRun } from '@datacortex/execution'
import type { PlannedRun } from './plan-agent-run.ts'

/** What became of it. */
export type RanAgent = EndedRun | PlannedRun | UnapprovedRun

/** A run that ended, in whatever way. */
export type EndedRun = AgentRun & {
  /** Whether it is in the log; of one that is not nothing can be looked up by its id. */
  readonly logged: boolean
  /** Whether its answer and its entry in the log could be kept. */
  readonly kept: boolean
}

/** Somebody was asked whether its program may run, and said no. */
export type UnapprovedRun = { readonly approved: false }
