import { takenInRows, undoRows } from '@datacortex/space/words'
import { columns, count } from '@datacortex/wording'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'

/** Arguments of `note remove`. */
export type NoteRemoveOptions = {
  /** Path, title, alias or link of a note. */
  readonly name: string
  /** Whether the index follows afterwards. */
  readonly index: boolean
  readonly dryRun?: true | undefined
}

/** `datacortex note remove NOTE`: removes a note and tells which notes lead to it; their links stay as they are. */
export async function noteRemove(
  context: Context,
  { name: note, index, dryRun }: NoteRemoveOptions,
): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.notes.remove({ note, index, dry_run: dryRun })
  const { removed, backlinks } = data
  const leading = count(backlinks.length, 'note')
  return {
    data,
    lines: columns([
      [dryRun ? 'would remove' : 'removed', removed],
      ...(backlinks.length === 0 ? [] : [['nowhere', `links of ${leading} ${dryRun ? 'would lead' : 'lead'} there`]]),
      ...backlinks.slice(0, mostShown).map((one) => ['', one]),
      ...(backlinks.length > mostShown ? [['', `… and ${backlinks.length - mostShown} more; --json has all`]] : []),
      ...takenInRows(data),
      ...(dryRun ? [['dry run', 'nothing was changed']] : undoRows(data.undo)),
    ]),
  }
}

const mostShown = 10
