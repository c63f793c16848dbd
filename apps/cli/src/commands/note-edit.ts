import type { InputOf } from '@datacortex/space'
import { takenInRows, undoRows } from '@datacortex/space/words'
import { spaceError } from '@datacortex/space/errors'
import { columns } from '@datacortex/wording'
import { noteText } from '../arguments/note-text.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'

/** Arguments of `note edit`; `-` as text for stdin. */
export type NoteEditOptions = Pick<InputOf<'notes.edit'>, 'old' | 'text' | 'index'> & {
  /** Path, title, alias or link of a note, with a heading if a section is meant. */
  readonly name: string
  readonly dryRun?: true | undefined
}

/** `datacortex note edit NOTE --text TEXT`. */
export async function noteEdit(
  context: Context,
  { name: note, old, text, index, dryRun }: NoteEditOptions,
): Promise<CommandResult> {
  if (old?.trim() === '')
    throw spaceError('CLI_USAGE', {
      message: '--old has no text. Nothing was written.',
      hint: 'datacortex note edit --help',
    })
  const space = await spaceOf(context)
  const given = old !== undefined && text.trim() === '' ? '' : await noteText(space.paths, text)
  const data = await space.notes.edit({ note, old, text: given, index, dry_run: dryRun })
  const { path, line, before, after, changed } = data
  return {
    data,
    lines: columns([
      [changed ? (dryRun ? 'would change' : 'changed') : 'unchanged', `${path}:${line}`],
      ...(dryRun ? [...before.split('\n').map(removed), ...after.split('\n').map(added)] : []),
      ...takenInRows(data),
      ...(dryRun ? [['dry run', 'nothing was changed']] : undoRows(data.undo)),
    ]),
  }
}

const removed = (line: string): readonly string[] => ['', `- ${line}`]
const added = (line: string): readonly string[] => ['', `+ ${line}`]
