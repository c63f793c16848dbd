import type { SpacePaths } from '@datacortex/platform'
import { type Snapshot, verifyEvidence } from '../claims/evidence.ts'
import type { Synthesis } from '../synthesis/types.ts'
import { type RunSummary, summaryOf } from './list-runs.ts'
import { readRun } from './open-run.ts'
import { runFiles, RunJournal, RunObjects } from './run-files.ts'
import { type Phase, phases } from './run-record.ts'

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
  await readRun(paths, id)
  const summary = await summaryOf(paths, id)
  const files = runFiles(paths, id)
  const events = await new RunJournal(files.journal).read()
  const objects = new RunObjects(files.objects)
  const done = events.filter((event) => event.type === 'done')
  const steps = phases
    .map((phase) => {
      // The result is the step that has all others in it.
      const own = done.filter((event) => event.phase === phase && event.key !== 'result')
      return { phase, done: own.length, ms: own.reduce((sum, { ms }) => sum + ms, 0) }
    })
    .filter((step) => step.done > 0)
  const stored = done.findLast((event) => event.phase === 'synthesise' && event.key === 'findings')
  const text = stored === undefined ? undefined : await objects.get(stored.output)
  const quotations = text === undefined ? { all: 0, verified: 0 } : await check(JSON.parse(text) as Synthesis, objects)
  return { ...summary, steps, quotations }
}

/** Texts are kept by their hashes, so what is found under a hash is what was read. */
async function check({ evidence, noteSnapshots }: Synthesis, objects: RunObjects): Promise<ShownRun['quotations']> {
  const notes = new Map(noteSnapshots.map((snapshot) => [snapshot.sha256, snapshot]))
  const faults = await Promise.all(
    evidence.map(async (one) => {
      const text = await objects.get(one.snapshotSha256)
      const kept: Snapshot | undefined =
        text === undefined
          ? notes.get(one.snapshotSha256)
          : { sha256: one.snapshotSha256, text, fetchedAt: '', contentType: '', sourceId: one.sourceId }
      return verifyEvidence(one, kept)
    }),
  )
  return { all: evidence.length, verified: faults.filter((fault) => fault === undefined).length }
}
