import { type UndoneWrites, undoWrites } from '@datacortex/platform'
import { z } from 'zod'
import { type IndexField, indexField, takeInNotes } from '../indexing/take-in-notes.ts'
import { operation } from '../operation.ts'
import { dryRun, indexed, name } from '../schema.ts'

export const undo = operation({
  input: z.strictObject({
    run: name.describe('As `undo` of the answer that wrote names it.'),
    index: indexed,
    dry_run: dryRun,
  }),
  output: z.looseObject({
    run: z.string(),
    restored: z.array(z.string()),
    removed: z.array(z.string()),
    kept: z.array(z.looseObject({ path: z.string(), reason: z.string() })),
  }),
  run: async (
    work,
    { run, index = true, dry_run: isDry = false },
  ): Promise<UndoneWrites & IndexField & { readonly run: string; readonly dry_run?: true | undefined }> => {
    const { paths, signal } = work
    const { restoreTrashed } = await import('@datacortex/dynamic-agents')
    const recipes = await restoreTrashed(paths, run, { dryRun: isDry })
    if (recipes !== undefined) return { run, ...recipes, removed: [], partly: [], ...(isDry ? { dry_run: true } : {}) }
    const undone = await undoWrites(run, { root: paths.root, dryRun: isDry, signal })
    if (isDry) return { run, ...undone, dry_run: true }
    const { bringBack, movedRun } = await import('@datacortex/cognition')
    if (run === movedRun) await bringBack(paths)
    const { restored, removed } = undone
    // These notes may go from the index without a question; that more of them are gone is asked about as ever.
    const taken =
      index && restored.length + removed.length > 0
        ? await takeInNotes(work, { mostGone: removed.length, notes: restored })
        : undefined
    return { run, ...undone, ...indexField(taken) }
  },
})
