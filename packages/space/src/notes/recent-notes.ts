import { z } from 'zod'
import { sinceTime } from '../logs/since-time.ts'
import { operation } from '../operation.ts'
import { openNoteStore } from '../parts/note-store.ts'
import { limit, name } from '../schema.ts'
import { unknownNarrowing } from '../findings/unknown-narrowing.ts'
import { searchFields } from './search-fields.ts'
import { chooseSpaceFolder } from './space-folder.ts'
import { folderOf } from './space-place.ts'

const { type, tags, folder, space } = searchFields

/** The notes of a type, tag, folder or space, or all, whose files changed last, newest first. Throws `CLI_USAGE` if `since` is no time. */
export const recentNotes = operation({
  input: z.strictObject({
    top: limit,
    since: name.optional().describe('A date, or a span such as 7d or 12h.'),
    type,
    tags,
    folder,
    space,
  }),
  output: z.looseObject({
    notes: z.array(z.looseObject({ path: z.string(), title: z.string(), modified: z.string() })),
    total: z.number(),
    remarks: z.array(z.string()),
  }),
  run: async (work, { top = 20, since, ...narrowed }) => {
    const from = since === undefined ? -Infinity : sinceTime(since, { now: Date.now() }).getTime()
    const [{ matchesNote }, { graph, files }, chosen] = await Promise.all([
      import('@datacortex/memory'),
      openNoteStore(work),
      narrowed.space === undefined ? undefined : chooseSpaceFolder(work.paths, narrowed.space),
    ])
    const wanted = {
      types: narrowed.type === undefined ? undefined : [narrowed.type],
      tags: narrowed.tags,
      spaces: chosen === undefined ? undefined : [chosen],
      folder: folderOf(work.paths.root, narrowed.folder),
    }
    const isWanted = (path: string): boolean => {
      const note = graph.notes.get(path)
      return note !== undefined && matchesNote({ ...note, path }, wanted)
    }
    const changed = [...files.values()]
      .filter(({ path, mtimeMs }) => mtimeMs >= from && isWanted(path))
      .toSorted((one, other) => other.mtimeMs - one.mtimeMs || (one.path < other.path ? -1 : 1))
    const notes = changed.slice(0, top).map(({ path, mtimeMs }) => ({
      path,
      title: graph.notes.get(path)?.title ?? '',
      type: graph.notes.get(path)?.type ?? '',
      tags: graph.notes.get(path)?.tags ?? [],
      modified: new Date(mtimeMs).toISOString(),
    }))
    return { notes, total: changed.length, remarks: notes.length > 0 ? [] : await unknownNarrowing(work, narrowed) }
  },
})
