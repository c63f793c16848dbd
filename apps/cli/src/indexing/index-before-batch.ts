import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import type { Context } from '../context.ts'
import { openNoteHost } from '../open/note-host.ts'
import { updateNotes } from './update-notes.ts'

/**
 * Takes the notes that are there into the index before a batch, if they are many that it lacks: each input of the batch
 * asks for notes several times, and without the index these would be read as often. Found by meaning they are later.
 *
 * Where another process updates the index, the batch goes on without.
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
      waitMs: patienceMs,
    })
  } catch (error) {
    if (!CodedError.is(error, 'PLATFORM_LOCK_TIMEOUT')) throw error
  }
}

/** Fewer are read in some hundredths of a second. */
const fewestLacking = 300
const patienceMs = 15_000
