import type { SpacePaths } from '@datacortex/platform'
import type { Context } from '../context.ts'
import { openNoteHost } from '../open/note-host.ts'
import { tellInterrupted } from '../interrupted/tell-interrupted.ts'
import type { NotesUpdate } from './update-notes.ts'
import { updateNotes } from './update-notes.ts'

/**
 * Takes notes that a command wrote into the index, so that they are found by meaning and by links from then on. Where
 * many notes are gone, nothing is removed: `index` asks about that.
 *
 * @param paths - Of the space.
 * @param context - Of the command.
 * @param options - How many notes the command itself has taken away: so many may be gone; `undo`: the name under which
 *   they are taken back.
 * @throws InterruptedError that says that only the index is missing.
 * @example const { added, changed } = await takeInNotes(paths, context)
 */
export async function takeInNotes(
  paths: SpacePaths,
  context: Context,
  { mostGone = 0, undo }: { readonly mostGone?: number | undefined; readonly undo?: string | undefined } = {},
): Promise<NotesUpdate> {
  const takeIn = async (): Promise<NotesUpdate> => {
    await using host = await openNoteHost(paths, context)
    return await updateNotes(paths, { context, host, confirmDeletion: (gone) => Promise.resolve(gone <= mostGone) })
  }
  return await tellInterrupted(takeIn, {
    signal: context.signal,
    told: () => ({
      done: 'the notes themselves are done, and the index is not in step with them yet',
      hint: ['datacortex index', ...(undo === undefined ? [] : [`datacortex undo ${undo}`])].join('   or   '),
    }),
  })
}
