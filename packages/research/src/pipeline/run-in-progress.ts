import type { Budget } from '@datacortex/sources'
import type { ResearchRun } from '../runs/research-run.ts'
import type { ResearchConfig } from './research-options.ts'
import type { ResearchPorts } from './research-ports.ts'

/** A run in the middle of its work. */
export type RunInProgress = {
  readonly run: ResearchRun
  readonly config: ResearchConfig
  readonly ports: ResearchPorts
  readonly budget: Budget
  readonly signal: AbortSignal
}
