import { takenInRows, undoRows } from '@datacortex/space/words'
import { columns } from '@datacortex/wording'
import { noteText } from '../arguments/note-text.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'

/** Arguments of `note append`. */
export type NoteAppendOptions = {
  readonly name: string
  /** Markdown; `-` for stdin. */
  readonly text: string
  readonly index: boolean
  readonly dryRun?: true | undefined
}

/** `datacortex note append NOTE --text TEXT`. Throws `CLI_USAGE` for a blank text, `CLI_STDIN_TOO_LARGE`. */
export async function noteAppend(
  context: Context,
  { name: note, text, index, dryRun }: NoteAppendOptions,
): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.notes.append({ note, text: await noteText(space.paths, text), index, dry_run: dryRun })
  return {
    data,
    lines: columns([
      [dryRun === true ? 'would add' : 'added', `${data.path}:${data.line}`],
      ...takenInRows(data),
      ...(dryRun === true ? [['dry run', 'nothing was changed']] : undoRows(data.undo)),
    ]),
  }
}
