import type { Space } from '@datacortex/space'
import { count } from '@datacortex/wording'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { localTime } from '../output/local-time.ts'
import { undoLines } from '../output/undo-lines.ts'

export type UndoOptions = {
  /** What was printed by the command that wrote; without it the runs are listed. */
  readonly run?: string | undefined
  /** Whether the index follows afterwards. */
  readonly index: boolean
  readonly dryRun?: true | undefined
}

export async function undo(context: Context, { run, index, dryRun }: UndoOptions): Promise<CommandResult> {
  const space = await spaceOf(context)
  if (run === undefined) return await listed(space)
  const data = await space.undo({ run, index, dry_run: dryRun })
  return { data, lines: undoLines(data) }
}

async function listed(space: Space): Promise<CommandResult> {
  const data = await space.undo.list({})
  const { runs } = data
  const rows = runs.map(({ run, at, files, state }) => [run, localTime(at), count(files, 'file'), stateWords[state]])
  const newest = runs.find(({ state }) => state === 'written')
  return {
    data,
    lines: [
      ...fittedColumns(rows, { width: outputWidth(), flexible: [2, 1] }),
      newest === undefined
        ? runs.length === 0
          ? 'nothing was written that could be taken back'
          : 'nothing of these can be taken back any more'
        : `next  datacortex undo ${newest.run} --dry-run`,
    ],
  }
}

const stateWords = { written: '', changed: 'changed since', taken_back: 'taken back' } as const
