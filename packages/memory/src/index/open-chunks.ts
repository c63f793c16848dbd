import type { SpacePaths } from '@datacortex/platform'
import type { Collection } from '@datacortex/vector-store'
import { openCollection } from '@datacortex/vector-store'
import { noteIndexPlace } from './note-index-place.ts'
import { noteFields } from './note-rows.ts'

/** Some 25,000 notes, at about 3 kB a row. Larger collections are searched by their indexes on disk. */
const mostRowsInMemory = 50_000

/** The model whose vectors the index holds. */
export type NoteIndexModel = {
  /** Another one than stored drops all vectors; texts stay and are found by words. */
  readonly modelId: string
  readonly dimensions: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Opens the collection of the chunks of notes and of session memories, making it if it isn't there.
 *
 * @param paths - Of the space.
 * @param model - Names the vectors.
 */
export async function openChunks(paths: SpacePaths, model: NoteIndexModel): Promise<Collection> {
  return await openCollection({
    directory: noteIndexPlace(paths).directory,
    name: 'notes',
    fields: noteFields,
    snapshotRows: mostRowsInMemory,
    ...model,
  })
}
