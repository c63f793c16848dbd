import { sinceTime } from '../arguments/since-time.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { openNoteShelf } from '../open/note-shelf.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { count } from '../output/format.ts'
import { localTime } from '../output/local-time.ts'

/** Arguments of `note recent`. */
export type NoteRecentOptions = { readonly top: number; readonly since?: string | undefined }

/**
 * `datacortex note recent`: the notes whose files changed last, newest first.
 *
 * @param context - Of the command.
 * @param options - How many at the most, and since when.
 * @throws {@link UsageError} if `--since` is no time.
 */
export async function noteRecent(context: Context, { top, since }: NoteRecentOptions): Promise<CommandResult> {
  const from = since === undefined ? undefined : sinceTime(since, { now: Date.now() })
  const paths = await spaceOf(context)
  const { graph, files } = await openNoteShelf(paths, context)
  const changed = [...files.values()]
    .filter(({ mtimeMs }) => from === undefined || mtimeMs >= from.getTime())
    .toSorted((one, other) => other.mtimeMs - one.mtimeMs || (one.path < other.path ? -1 : 1))
  const notes = changed.slice(0, top).map(({ path, mtimeMs }) => ({
    path,
    title: graph.notes.get(path)?.title ?? '',
    type: graph.notes.get(path)?.type ?? '',
    modified: new Date(mtimeMs).toISOString(),
  }))
  const rows = notes.map(({ path, title, modified }) => [localTime(modified), path, title])
  return {
    data: { notes, total: changed.length },
    lines: [
      ...fittedColumns(rows, { width: outputWidth(), flexible: [2], paths: [1] }),
      notes.length < changed.length
        ? `${notes.length} of ${count(changed.length, 'note')}`
        : count(notes.length, 'note'),
    ],
  }
}
