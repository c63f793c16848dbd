import { z } from 'zod'
import { operation } from '../operation.ts'
import { openNoteStore } from '../parts/note-store.ts'
import { flag, name } from '../schema.ts'
import type { LinkedNote } from './linked-note.ts'
import { unlinkedMentions } from './unlinked-mentions.ts'

export const noteLinks = operation({
  input: z.strictObject({
    note: name.describe('Path, title or alias.'),
    mentions: flag('Whether notes are looked for that name it and do not link to it.'),
  }),
  output: z.looseObject({
    path: z.string(),
    title: z.string(),
    links: z.array(z.looseObject({ path: z.string(), title: z.string() })),
    backlinks: z.array(z.looseObject({ path: z.string(), title: z.string() })),
    unresolved: z.array(z.looseObject({ target: z.string(), line: z.number() })),
  }),
  run: async (work, { note, mentions = false }) => {
    const { paths, signal } = work
    const store = await openNoteStore(work)
    const { graph, find } = store
    const { path } = find(note)
    const open = graph.unresolved(path)
    const { otherFiles } = await import('@datacortex/notes')
    const others = open.length === 0 ? undefined : await otherFiles(paths, { signal })
    const unresolved = open.filter((link) => others?.resolve(path, link) === undefined)
    const named = (one: string): LinkedNote => ({ path: one, title: graph.notes.get(one)?.title ?? '' })
    return {
      ...named(path),
      links: graph.linksFrom(path).map(named),
      backlinks: graph.linksTo(path).toSorted().map(named),
      /** Its links that lead to no note and to no other file. */
      unresolved: unresolved.map(({ target, line }) => ({ target, line })),
      /** Notes that name it and don't link to it, and where; only if they were asked for. */
      mentions: mentions ? await unlinkedMentions(work, { path, store }) : undefined,
    }
  },
})
