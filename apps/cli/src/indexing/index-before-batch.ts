import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { patientLimit } from '@datacortex/platform'
import type { Context } from '../context.ts'
import { openNoteHost } from '../open/note-host.ts'
import { updateNotes } from './update-notes.ts'

/**
 * Takes the notes that are there into the index before a batch, if they are many that it lacks: each input of the batch
 * asks for notes several times, and without the index these would be read as often. Found by meaning they are later.
 *
 * Where the index can't be brought in step, the batch goes on without; what is wrong with it is told afterwards.
 *
 * @param paths - Of the space.
 * @param context - Of the command.
 */
export async function indexBeforeBatch(paths: SpacePaths, context: Context): Promise<void> {
  const { signal } = context
  const { examineNoteIndex } = await import('@datacortex/memory')
  const { added } = await examineNoteIndex(paths, { signal })
  if (added < fewestLacking) return
  try {
    await using host = await openNoteHost(paths, context)
    await updateNotes(paths, {
      context,
      host,
      confirmDeletion: () => Promise.resolve(false),
      embedOnly: { notes: [], others: 0 },
      waitMs: patientLimit(patienceMs),
    })
  } catch (error) {
    if (signal.aborted || !CodedError.is(error)) throw error
  }
}

/** Fewer are read in some hundredths of a second. */
const fewestLacking = 300
const patienceMs = 15_000
