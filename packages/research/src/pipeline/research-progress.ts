import type { Phase } from '../runs/run-record.ts'

/** What a run of research tells while it works. */
export type ResearchProgress = {
  readonly run: string
  readonly phase: Phase
  readonly done: number
  readonly total: number
  /** What was done last: a source, a title, a file. */
  readonly subject: string
}
