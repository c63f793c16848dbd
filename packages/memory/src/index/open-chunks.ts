import type { SpacePaths } from '@datacortex/platform'
import { type Collection, type RowModels, openCollection, rowModels, rowsEpoch } from '@datacortex/vector-store'
import { type NoteIndexPlace, noteIndexPlace } from './note-index-place.ts'
import { noteFields } from '../rows/note-rows.ts'

const collection = 'notes'

/** Some 25,000 notes, at about 3 kB a row. Larger collections are searched by their indexes on disk. */
const mostRowsInMemory = 50_000

export type NoteIndexModel = {
  /** Where another one is stored, its vectors answer until those of this one are complete; they are made by the writer. */
  readonly modelId: string
  readonly dimensions: number
  /** For reading: what is stored of any model is searched, and nothing is made anew. */
  readonly anyModel?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** Opens the collection of the chunks of notes and of session memories, making it if it isn't there. */
export async function openChunks(paths: SpacePaths, model: NoteIndexModel): Promise<Collection> {
  return await openCollection({
    directory: noteIndexPlace(paths).directory,
    name: collection,
    fields: noteFields,
    snapshotRows: mostRowsInMemory,
    servesEarlier: true,
    ...model,
  })
}

/** Names the rows of the collection: another name means that rows were lost, undefined that none can be read. */
export function noteRowsEpoch({ directory }: Pick<NoteIndexPlace, 'directory'>): string | undefined {
  return rowsEpoch(directory, collection)
}

/**
 * The models of the index of notes, without opening it; undefined if there is none.
 *
 * @example noteModels(paths)?.answering === embedder.modelId
 */
export function noteModels(paths: SpacePaths): RowModels | undefined {
  return rowModels(noteIndexPlace(paths).directory, collection)
}
