import { CodedError } from '@datacortex/errors'
import { patientLimit } from '@datacortex/platform'
import type { Work } from '../work.ts'
import { openNoteSetup } from '../parts/note-setup.ts'
import { tellInterrupted } from '../interrupted/tell-interrupted.ts'
import { type NotesUpdate, updateNotes } from './update-notes.ts'

export type TakenIn =
  /** They are found by meaning; `postponed` texts of other notes only by words. */
  | Pick<NotesUpdate, 'added' | 'changed' | 'postponed'>
  /** Another process updates the index, and may have read them or not. */
  | 'busy'
  /** The index can't be brought in step, such as on a full disk. The notes are written all the same. */
  | IndexFailure

export type IndexFailure = { readonly code: string; readonly message: string; readonly hint?: string | undefined }

/** Whether notes were taken in, all of them or for now by words only. */
export function isTakenIn(taken: TakenIn | undefined): taken is Exclude<TakenIn, 'busy' | IndexFailure> {
  return typeof taken === 'object' && !('code' in taken)
}

/** What an answer says of the index; nothing as long as it is in step. */
export type IndexField = { readonly index?: 'busy' | IndexFailure | { readonly postponed: number } | undefined }

/** What an answer says of notes that were written. */
export type Written = IndexField & {
  /** The name under which `undo` takes it back; absent if nothing was written. */
  readonly undo?: string | undefined
  readonly dry_run?: true | undefined
}

/** What the index lacks after notes were written, as an answer says it. `taken`: undefined if it was not to follow. */
export function indexField(taken: TakenIn | undefined): IndexField {
  if (taken === undefined) return {}
  if (!isTakenIn(taken)) return { index: taken }
  return taken.postponed === 0 ? {} : { index: { postponed: taken.postponed } }
}

/** Takes notes that a command wrote into the index, so that they are found by meaning and by links from then on. */
export async function takeInNotes(work: Work, { mostGone = 0, undo, notes = [] }: TakeInOptions): Promise<TakenIn> {
  const takeIn = async (): Promise<NotesUpdate> => {
    const { filesOfRun } = await import('@datacortex/platform')
    const written = undo === undefined ? notes : [...notes, ...(await filesOfRun(work.paths.root, undo))]
    await using setup = await openNoteSetup(work)
    return await updateNotes(work, {
      setup,
      confirmDeletion: (gone) => Promise.resolve(gone <= mostGone),
      embedOnly: { notes: written, others: mostOthers },
      waitMs: patientLimit(patienceMs),
    })
  }
  try {
    return await tellInterrupted(takeIn, {
      signal: work.signal,
      interruptionOf: () => ({
        done: 'the notes themselves are done, and the index is not in step with them yet',
        hint: ['datacortex index', ...(undo === undefined ? [] : [`datacortex undo ${undo}`])].join('   or   '),
      }),
    })
  } catch (error) {
    if (CodedError.is(error, 'PLATFORM_LOCK_TIMEOUT')) return 'busy'
    if (work.signal.aborted || !CodedError.is(error)) throw error
    const { code, message, hint } = error
    return { code, message, hint }
  }
}

type TakeInOptions = {
  readonly mostGone?: number | undefined
  readonly undo?: string | undefined
  readonly notes?: readonly string[] | undefined
}

/** Texts that are embedded in a second or two. */
const mostOthers = 50

/** Another command that wrote some notes is done by then, and one that embeds a vault is not. */
const patienceMs = 15_000
