import { z } from 'zod'
import { operation } from '../operation.ts'
import { openNoteStore } from '../parts/note-store.ts'
import { limit, place } from '../schema.ts'
import { folderOf } from './space-place.ts'

export const listTags = operation({
  input: z.strictObject({ top: limit, folder: place.optional().describe('Only below it.') }),
  output: z.looseObject({ tags: z.array(z.looseObject({ tag: z.string(), notes: z.number() })), total: z.number() }),
  run: async (work, { top, folder: given }) => {
    const { matchesNote } = await import('@datacortex/memory')
    const folder = folderOf(work.paths.root, given)
    const amounts = new Map<string, number>()
    for (const [path, note] of (await openNoteStore(work)).graph.notes)
      if (matchesNote({ ...note, path }, { folder }))
        for (const tag of note.tags) amounts.set(tag, (amounts.get(tag) ?? 0) + 1)
    const tags = [...amounts].map(([tag, notes]) => ({ tag, notes }))
    tags.sort((one, other) => other.notes - one.notes || (one.tag < other.tag ? -1 : 1))
    return { tags: tags.slice(0, top), total: tags.length }
  },
})
