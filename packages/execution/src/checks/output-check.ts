import type { OutputVerdict } from '@datacortex/plugin'
import type { ExecutionOutput } from '../log/execution-record.ts'

/** What a check may look at. */
export type CheckedRun = {
  /** Absolute path of the space. */
  readonly root: string
  readonly agent: { readonly id: string; readonly writes?: readonly string[] | undefined }
  readonly outputs: readonly ExecutionOutput[]
  /** When the run began, by the clock of the machine. */
  readonly startedAt: Date
}

/** A check of what a run wrote; modules bring their own. It looks and changes nothing. */
export type OutputCheck = {
  /** As the log names it, such as `links_valid`. */
  readonly name: string
  readonly check: (run: CheckedRun, options: { readonly signal: AbortSignal }) => Promise<OutputVerdict> | OutputVerdict
}
