import type { SpacePaths } from '@datacortex/platform'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { count } from '../output/format.ts'
import { localTime } from '../output/local-time.ts'
import { takenInField } from '../output/taken-in-rows.ts'
import { undoLines } from '../output/undo-lines.ts'
import { takeInNotes } from '../indexing/take-in-notes.ts'

/** Arguments of `undo`. */
export type UndoOptions = {
  /** What was printed by the command that wrote; without it the runs are listed. */
  readonly run?: string | undefined
  /** Whether the index follows afterwards. */
  readonly index: boolean
  readonly dryRun?: true | undefined
}

/**
 * `datacortex undo [RUN]`: takes back what `ingest`, `research` or `search --save` wrote; what was changed since stays.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @returns Exit status 0 also if something is kept: it says what, and why.
 */
export async function undo(context: Context, options: UndoOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  if (options.run === undefined) return await runs(paths)
  const { undoWrites } = await import('@datacortex/platform')
  const { run, dryRun = false } = options
  const undone = await undoWrites(run, { root: paths.root, dryRun, signal: context.signal })
  const { restored, removed } = undone
  const hasChanged = restored.length + removed.length > 0
  // These notes may go from the index without a question; that more of them are gone is asked about as ever.
  const taken =
    hasChanged && options.index && !dryRun
      ? await takeInNotes(paths, context, { mostGone: removed.length, notes: restored })
      : undefined
  return {
    data: { run, ...undone, ...(dryRun ? { dry_run: true } : {}), ...takenInField(taken) },
    lines: undoLines(run, undone, { dryRun, taken }),
  }
}

const mostListed = 20

async function runs(paths: SpacePaths): Promise<CommandResult> {
  const { listWritesRuns } = await import('@datacortex/platform')
  const listed = await listWritesRuns(paths.root, { limit: mostListed })
  const states = await Promise.all(listed.map(async ({ run }) => await stateOf(run, paths)))
  const rows = listed.map(({ run, at, files }, place) => [
    run,
    localTime(at),
    count(files, 'file'),
    stateWords[states[place] ?? 'written'],
  ])
  const newest = listed.find((_, place) => states[place] === 'written')
  return {
    data: {
      runs: listed.map(({ run, at, files }, place) => ({
        run,
        at: at.toISOString(),
        files,
        state: states[place],
      })),
    },
    lines: [
      ...fittedColumns(rows, { width: outputWidth(), flexible: [2, 1] }),
      newest === undefined
        ? listed.length === 0
          ? 'nothing was written that could be taken back'
          : 'nothing of these can be taken back any more'
        : `next  datacortex undo ${newest.run} --dry-run`,
    ],
  }
}

/** What there is of a run still: something to take back, only what was changed since, or nothing. */
type RunState = 'written' | 'changed' | 'taken_back'

const stateWords: Readonly<Record<RunState, string>> = {
  written: '',
  changed: 'changed since',
  taken_back: 'taken back',
}

async function stateOf(run: string, { root }: SpacePaths): Promise<RunState> {
  const { undoWrites } = await import('@datacortex/platform')
  const { restored, removed, kept } = await undoWrites(run, { root, dryRun: true })
  if (restored.length + removed.length > 0) return 'written'
  return kept.length > 0 ? 'changed' : 'taken_back'
}
