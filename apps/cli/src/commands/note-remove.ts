import { readFile } from 'node:fs/promises'
import type { SpacePaths } from '@datacortex/platform'
import { sha256 } from '@datacortex/platform'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { UsageError } from '../errors.ts'
import { takeInNotes } from '../indexing/take-in-notes.ts'
import { inTurn } from '../knowledge/in-turn.ts'
import { noteWrites } from '../knowledge/note-writes.ts'
import { openNoteShelf } from '../open/note-shelf.ts'
import { columns, count } from '../output/format.ts'
import { takenInField, takenInRows } from '../output/taken-in-rows.ts'
import { undoField, undoRows } from '../output/undo-rows.ts'

/** Arguments of `note remove`. */
export type NoteRemoveOptions = {
  /** Path, title, alias or link of a note. */
  readonly name: string
  /** Whether the index follows afterwards. */
  readonly index: boolean
  readonly dryRun?: true | undefined
}

/**
 * `datacortex note remove NOTE`: removes a note and tells which notes lead to it; their links stay as they are. `undo`
 * brings it back. In the run of an agent it is bounded by the `writes` of that agent's entry.
 *
 * @param context - Of the command.
 * @param options - Which note.
 * @throws {@link UsageError} for a section; NoteUnknownError, NoteAmbiguousError; WritesConflictError if an editor saves the
 *   note again and again; WritesRefusedError.
 */
export async function noteRemove(context: Context, options: NoteRemoveOptions): Promise<CommandResult> {
  const { dryRun = false } = options
  const paths = await spaceOf(context)
  const remove = async (): Promise<Removed> => await removeOnce(paths, { ...options, context })
  const { path, backlinks, run } = dryRun ? await remove() : await inTurn(paths, remove, { signal: context.signal })
  const undo = dryRun ? undefined : run
  const taken = dryRun || !options.index ? undefined : await takeInNotes(paths, context, { mostGone: 1, undo })
  const leading = count(backlinks.length, 'note')
  return {
    data: { removed: path, backlinks, ...(dryRun ? { dry_run: true } : undoField(undo)), ...takenInField(taken) },
    lines: columns([
      [dryRun ? 'would remove' : 'removed', path],
      ...(backlinks.length === 0 ? [] : [['nowhere', `links of ${leading} ${dryRun ? 'would lead' : 'lead'} there`]]),
      ...backlinks.slice(0, mostShown).map((one) => ['', one]),
      ...(backlinks.length > mostShown ? [['', `… and ${backlinks.length - mostShown} more; --json has all`]] : []),
      ...takenInRows(taken),
      ...(dryRun ? [['dry run', 'nothing was changed']] : undoRows(undo)),
    ]),
  }
}

const mostShown = 10

type Removed = { readonly path: string; readonly backlinks: readonly string[]; readonly run: string }

async function removeOnce(
  paths: SpacePaths,
  { context, name, dryRun }: NoteRemoveOptions & { readonly context: Context },
): Promise<Removed> {
  const [{ files, find, graph }, broker] = await Promise.all([
    openNoteShelf(paths, context),
    noteWrites(paths, { dryRun, canvases: true }),
  ])
  const { path, heading } = find(name)
  if (heading !== undefined)
    throw new UsageError({
      message: `${JSON.stringify(name)} is a section, and only whole notes are removed. Nothing was.`,
      hint: `Change it with datacortex note edit, or name the note: ${path}`,
    })
  const file = files.get(path)
  if (file === undefined) throw new Error(`${path} is on the shelf and has no file.`)
  await broker.remove({ path, sha256: sha256(await readFile(file.file)) }, { signal: context.signal })
  return {
    path,
    backlinks: graph
      .linksTo(path)
      .filter((one) => one !== path)
      .toSorted(),
    run: broker.run,
  }
}
