import type { SpacePaths } from '@datacortex/platform'
import { type Collection, type RowModels, openCollection, rowModels, rowsEpoch } from '@datacortex/vector-store'
import { noteFields, notePathOf } from '../rows/note-rows.ts'
import { join } from 'node:path'

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
 * @example noteModels(paths)?.answering === embedder.modelId
 */
export function noteModels(paths: SpacePaths): RowModels | undefined {
  return rowModels(noteIndexPlace(paths).directory, collection)
}

export type NoteIndexPlace = {
  /** Folder of the collection; part of the cache. */
  readonly directory: string
  readonly graphFile: string
  /** Held by the process that updates the index; outside of the cache, which may be deleted at any time. */
  readonly updateLock: string
  readonly watchLock: string
}

export function noteIndexPlace(paths: SpacePaths): NoteIndexPlace {
  const directory = join(paths.cacheDirectory, 'memory')
  return {
    directory,
    graphFile: join(directory, 'graph.json'),
    updateLock: join(paths.locksDirectory, 'note-index'),
    watchLock: join(paths.locksDirectory, 'note-watch'),
  }
}

/** Ids of the rows of each note that are really in the collection, by path. */
export type StoredNotes = ReadonlyMap<string, readonly string[]>

export async function storedNotes(chunks: Collection): Promise<StoredNotes> {
  // Session memories have no path.
  const stored = Map.groupBy(await chunks.ids(), (id) => notePathOf(id) ?? '')
  stored.delete('')
  return stored
}
