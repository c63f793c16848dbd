import type { NoteIndexUpdate, UpdateNoteIndexOptions } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import type { Work } from '../work.ts'
import type { NoteSetup } from '../parts/note-setup.ts'

/** What one run of `index` did. */
export type NotesUpdate = NoteIndexUpdate & {
  /** Session memories whose rows were written. */
  readonly memories: number
}

/** Brings the index in step with the files and with the journal of session memories. */
export async function updateNotes(
  work: Work,
  options: Pick<UpdateNoteIndexOptions, 'full' | 'confirmDeletion' | 'embedOnly' | 'waitMs'> & {
    readonly setup: NoteSetup
  },
): Promise<NotesUpdate> {
  const { setup, ...how } = options
  const { paths, signal, onProgress } = work
  const { updateNoteIndex } = await import('@datacortex/memory')
  // First the memories: what they lack, the update of the notes embeds with the rest.
  const memories = await indexJournal(paths, { setup, signal })
  const update = await updateNoteIndex(paths, { ...setup, ...how, signal, onProgress })
  return { ...update, memories: memories.written, findings: [...memories.findings, ...update.findings] }
}

/** Brings the rows of session memories in step with their journal: all of them after the cache was deleted. */
export async function indexJournal(
  paths: SpacePaths,
  { setup, signal }: { readonly setup: NoteSetup; readonly signal: AbortSignal },
): Promise<Pick<NotesUpdate, 'findings'> & { readonly written: number }> {
  const { indexMemories, openNoteIndex } = await import('@datacortex/memory')
  const { modelId, dimensions } = setup.embedder
  await using index = await openNoteIndex(paths, { modelId, dimensions, signal })
  return await indexMemories(paths, { collection: index.chunks, signal })
}
