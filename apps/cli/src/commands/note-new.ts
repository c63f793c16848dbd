import type { InputOf } from '@datacortex/space'
import { takenInRows, undoRows } from '@datacortex/space/words'
import { columns } from '@datacortex/wording'
import { noteText } from '../arguments/note-text.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'

/** Arguments of `note new`; `-` as text for stdin. */
export type NoteNewOptions = Omit<InputOf<'notes.write'>, 'dry_run'> & { readonly dryRun?: true | undefined }

/** `datacortex note new TITLE --text TEXT`. Throws `CLI_USAGE` for a blank text, `CLI_STDIN_TOO_LARGE`. */
export async function noteNew(
  context: Context,
  { title, text, folder, tags, type, index, dryRun }: NoteNewOptions,
): Promise<CommandResult> {
  const space = await spaceOf(context)
  const note = { title, text: await noteText(space.paths, text), folder, tags, type }
  const data = await space.notes.write({ ...note, index, dry_run: dryRun })
  return {
    data,
    lines: columns([
      [dryRun === true ? 'would write' : 'written', data.path],
      ...takenInRows(data),
      ...(dryRun === true ? [['dry run', 'nothing was changed']] : undoRows(data.undo)),
    ]),
  }
}
