import type { NoteIndexExamination } from '@datacortex/memory'
import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import { operation } from '../operation.ts'
import { openNoteSetup } from '../parts/note-setup.ts'
import { dryRun, flag } from '../schema.ts'
import type { Work } from '../work.ts'
import { type Findable, findableOrWhyNot } from './make-findable.ts'
import { type NotesUpdate, updateNotes } from './update-notes.ts'

/** What was done. */
export type IndexedNotes = NotesUpdate & { readonly dry_run?: undefined; readonly agents?: Findable | undefined }

/** What would be done. */
export type IndexPlan = NoteIndexExamination & { readonly dry_run: true; readonly took_ms: number }

export const indexNotes = operation({
  input: z.strictObject({
    full: flag('Whether everything is read and embedded anew.'),
    yes: flag('Whether many notes that are gone leave the index.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({ added: z.number(), changed: z.number(), removed: z.number(), unchanged: z.number() }),
  run: async (work, { full = false, yes, dry_run: isDry = false }): Promise<IndexedNotes | IndexPlan> => {
    if (isDry) return await planned(work, { full })
    await using setup = await openNoteSetup(work)
    const notes = await updateNotes(work, {
      setup,
      full,
      confirmDeletion: async (gone, total) =>
        yes ?? (await agreed(work, `${gone} of ${total} notes are gone. Remove them from the index?`)),
    })
    return { ...notes, agents: await findableOrWhyNot(work) }
  },
})

async function planned({ paths, signal }: Work, { full }: { readonly full: boolean }): Promise<IndexPlan> {
  const startedAt = performance.now()
  const { examineNoteIndex } = await import('@datacortex/memory')
  const found = await examineNoteIndex(paths, { signal })
  const counts = full ? { changed: found.changed + found.unchanged, unchanged: 0 } : {}
  return { ...found, ...counts, dry_run: true, took_ms: performance.now() - startedAt }
}
