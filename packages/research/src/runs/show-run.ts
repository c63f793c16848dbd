import type { SpacePaths } from '@datacortex/platform'
import { type RunSummary, summaryOf } from './list-runs.ts'
import { type Phase, phases } from './run-record.ts'
import { storedRun, wholeRun } from './stored-synthesis.ts'

/** A run, and whether its quotations still stand in what was read. */
export type ShownRun = Omit<RunSummary, 'steps'> & {
  readonly steps: readonly { readonly phase: Phase; readonly done: number; readonly ms: number }[]
  readonly quotations: { readonly all: number; readonly verified: number }
}

/**
 * Shows a run and checks each quotation of it against the texts that were kept. It asks nobody.
 * @throws `RESEARCH_RUN_UNKNOWN`, `RESEARCH_RUN_BROKEN`, `PLATFORM_FILE_UNREADABLE`.
 * @example (await showRun(paths, 'r-7f3a12bc')).quotations // { all: 41, verified: 41 }
 */
export async function showRun(paths: SpacePaths, id: string): Promise<ShownRun> {
  const summary = await summaryOf(paths, id)
  const { events, synthesis, isProven } = await storedRun(paths, id)
  const done = events.filter((event) => event.type === 'done')
  const steps = phases
    .map((phase) => {
      // The result is the step that has all others in it.
      const own = done.filter((event) => event.phase === phase && event.key !== wholeRun.key)
      return { phase, done: own.length, ms: own.reduce((sum, { ms }) => sum + ms, 0) }
    })
    .filter((step) => step.done > 0)
  const proofs = await Promise.all((synthesis?.evidence ?? []).map(isProven))
  return { ...summary, steps, quotations: { all: proofs.length, verified: proofs.filter(Boolean).length } }
}
