import { CodedError } from '@datacortex/errors'
import { patientLimit } from '@datacortex/platform'
import type { Work } from '../work.ts'
import { openNoteSetup } from '../parts/note-setup.ts'
import { updateNotes } from './update-notes.ts'

/** Takes the notes that are there into the index before a batch, if they are many that it lacks. */
export async function indexBeforeBatch(work: Work): Promise<void> {
  const { paths, signal } = work
  const { examineNoteIndex } = await import('@datacortex/memory')
  const { added } = await examineNoteIndex(paths, { signal })
  if (added < fewestLacking) return
  try {
    await using setup = await openNoteSetup(work)
    await updateNotes(work, {
      setup,
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
