import type { Phase } from '../runs/run-record.ts'

export type ResearchProgress = {
  readonly run: string
  readonly phase: Phase
  readonly done: number
  readonly total: number
  /** What was done last: a source, a title, a file. */
  readonly subject: string
}
