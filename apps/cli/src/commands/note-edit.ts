import type { SpacePaths, WritesBroker } from '@datacortex/platform'
import { sha256 } from '@datacortex/platform'
import { noteText } from '../arguments/note-text.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { UsageError } from '../errors.ts'
import { takeInNotes } from '../indexing/take-in-notes.ts'
import { inTurn } from '../knowledge/in-turn.ts'
import { noteToChange } from '../knowledge/note-to-change.ts'
import { noteWrites } from '../knowledge/note-writes.ts'
import type { EditedText } from '../knowledge/edit-text.ts'
import { replacePassage, replaceSection } from '../knowledge/edit-text.ts'
import { columns } from '../output/format.ts'
import { takenInField, takenInRows } from '../output/taken-in-rows.ts'
import { undoField, undoRows } from '../output/undo-rows.ts'

/** Arguments of `note edit`. */
export type NoteEditOptions = {
  /** Path, title, alias or link of a note, with a heading if a section is meant. */
  readonly name: string
  /** What is replaced, as it stands there; all of the section below its heading if absent. */
  readonly old?: string | undefined
  /** Markdown; `-` for stdin. Blank to take `old` away. */
  readonly text: string
  /** Whether the index follows afterwards. */
  readonly index: boolean
  readonly dryRun?: true | undefined
}

/**
 * `datacortex note edit NOTE --text TEXT`: replaces a passage of a note, or what stands in one of its sections; every other
 * byte stays. `undo` takes it back. In the run of an agent it is bounded by the `writes` of that agent's entry.
 *
 * @param context - Of the command.
 * @param options - Which note, which passage, what text.
 * @throws {@link UsageError} if neither a section nor a passage is named, and for a canvas; PassageUnknownError,
 *   PassageAmbiguousError; NoteUnknownError, NoteAmbiguousError, HeadingUnknownError; WritesConflictError if an editor saves
 *   the note again and again; WritesRefusedError.
 */
export async function noteEdit(context: Context, options: NoteEditOptions): Promise<CommandResult> {
  const { old, dryRun = false } = options
  const { signal } = context
  if (old?.trim() === '')
    throw new UsageError({ message: '--old has no text. Nothing was written.', hint: 'datacortex note edit --help' })
  const paths = await spaceOf(context)
  const text = old !== undefined && options.text.trim() === '' ? '' : await noteText(paths, options.text)
  const broker = await noteWrites(paths, { dryRun })
  const edit = async (): Promise<Edited> => await editOnce(paths, { ...options, context, broker, text })
  const { path, isChanged, ...edited } = dryRun ? await edit() : await inTurn(paths, edit, { signal })
  const undo = dryRun || !isChanged ? undefined : broker.run
  const taken = undo === undefined || !options.index ? undefined : await takeInNotes(paths, context, { undo })
  return {
    data: { path, ...edited, ...(dryRun ? { dry_run: true } : undoField(undo)), ...takenInField(taken) },
    lines: columns([
      [isChanged ? (dryRun ? 'would change' : 'changed') : 'unchanged', `${path}:${edited.line}`],
      ...(dryRun ? [...edited.before.split('\n').map(removed), ...edited.after.split('\n').map(added)] : []),
      ...takenInRows(taken),
      ...(dryRun ? [['dry run', 'nothing was changed']] : undoRows(undo)),
    ]),
  }
}

const removed = (line: string): readonly string[] => ['', `- ${line}`]
const added = (line: string): readonly string[] => ['', `+ ${line}`]

type Edited = Omit<EditedText, 'whole'> & { readonly path: string; readonly isChanged: boolean }

type EditOptions = Pick<NoteEditOptions, 'name' | 'old' | 'text'> & {
  readonly context: Context
  readonly broker: WritesBroker
}

async function editOnce(paths: SpacePaths, { context, broker, name, old, text }: EditOptions): Promise<Edited> {
  const { path, bytes, heading, passage } = await noteToChange(paths, { context, name })
  if (old === undefined && heading === undefined)
    throw new UsageError({
      message: `What of ${path} is to be replaced? Nothing was written.`,
      hint: `Name a section, such as ${JSON.stringify(`${name}#Heading`)}, or the passage with --old.`,
    })
  const { whole, ...edited } =
    old === undefined
      ? replaceSection(bytes, { section: passage, text })
      : replacePassage(bytes, { path, passage, old, text })
  const { status } = await broker.write({ path, text: whole, expected: sha256(bytes) }, { signal: context.signal })
  return { path, ...edited, isChanged: status !== 'unchanged' }
}
