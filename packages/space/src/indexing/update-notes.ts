import type { NoteIndexUpdate, UpdateNoteIndexOptions } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import type { Work } from '../work.ts'
import type { NoteSetup } from '../parts/note-setup.ts'

export type NotesUpdate = NoteIndexUpdate & {
  /** Memories whose rows were written. */
  readonly memories: number
}

/** Brings the index in step with the files and with what was remembered. */
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
  const memories = await indexRemembered(paths, { setup, signal })
  const update = await updateNoteIndex(paths, { ...setup, ...how, signal, onProgress })
  return { ...update, memories }
}

/** Brings the rows of memories in step with what was remembered: all of them after the cache was deleted. Gives how many. */
export async function indexRemembered(
  paths: SpacePaths,
  { setup, signal }: { readonly setup: NoteSetup; readonly signal: AbortSignal },
): Promise<number> {
  const { indexMemories, openNoteIndex } = await import('@datacortex/memory')
  const { modelId, dimensions } = setup.embedder
  await using index = await openNoteIndex(paths, { modelId, dimensions, signal })
  return (await indexMemories(index.chunks, await setup.memories(), { signal })).written
}
