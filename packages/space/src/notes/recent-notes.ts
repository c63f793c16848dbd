import { z } from 'zod'
import { sinceTime } from '../logs/since-time.ts'
import { operation } from '../operation.ts'
import { openNoteStore } from '../parts/note-store.ts'
import { limit, name } from '../schema.ts'

/** Notes that changed, newest first. */
export type NotesOfLate = {
  readonly notes: readonly RecentNote[]
  readonly total: number
}

/** A note, and when its file changed. */
export type RecentNote = {
  readonly path: string
  readonly title: string
  readonly type: string
  readonly modified: string
}

/** The notes whose files changed last, newest first. Throws `CLI_USAGE` if `since` is no time. */
export const recentNotes = operation({
  input: z.strictObject({ top: limit, since: name.optional().describe('A date, or a span such as 7d or 12h.') }),
  output: z.looseObject({
    notes: z.array(z.looseObject({ path: z.string(), title: z.string(), modified: z.string() })),
    total: z.number(),
  }),
  run: async (work, { top = 20, since }): Promise<NotesOfLate> => {
    const from = since === undefined ? -Infinity : sinceTime(since, { now: Date.now() }).getTime()
    const { graph, files } = await openNoteStore(work)
    const changed = [...files.values()]
      .filter(({ mtimeMs }) => mtimeMs >= from)
      .toSorted((one, other) => other.mtimeMs - one.mtimeMs || (one.path < other.path ? -1 : 1))
    const notes = changed.slice(0, top).map(({ path, mtimeMs }) => ({
      path,
      title: graph.notes.get(path)?.title ?? '',
      type: graph.notes.get(path)?.type ?? '',
      modified: new Date(mtimeMs).toISOString(),
    }))
    return { notes, total: changed.length }
  },
})
