import type { FileStamp, LinkGraph } from '@datacortex/notes'
import type { SpacePaths } from '@datacortex/platform'
import type { Collection } from '@datacortex/vector-store'
import { graphReader } from './graph-file.ts'
import { noteIndexPlace } from './open-chunks.ts'
import { type NoteState, noteState } from './note-state.ts'
import { type NoteIndexModel, openChunks } from './open-chunks.ts'

/** The index of a space's notes. What other processes write is seen at once. */
export type NoteIndex = AsyncDisposable & {
  /** A row for each chunk of a note, and those of session memories. */
  readonly chunks: Collection
  /** The links as of the last update; empty if there was none, its file is damaged or rows were lost. Read when first asked for. */
  graph(): Promise<LinkGraph>
  /** How the file of a note differs from what the graph tells of it; undefined if it does not. */
  stateOf(path: string, stamp: FileStamp): Promise<NoteState | undefined>
}

/**
 * Opens the index for reading. It takes no lock and never waits for a writer.
 * @param model - Names the vectors; known without loading the model.
 * @throws `VECTOR_STORE_UNAVAILABLE` if there is no index yet and the disk is full, read-only or forbids one.
 * @example await using index = await openNoteIndex(paths, embedder); await index.chunks.searchText('tides')
 */
export async function openNoteIndex(paths: SpacePaths, model: NoteIndexModel): Promise<NoteIndex> {
  const { modelId, dimensions, anyModel, signal } = model
  const chunks = await openChunks(paths, { modelId, dimensions, anyModel, signal })
  return {
    chunks,
    graph: graphReader(noteIndexPlace(paths)),
    stateOf: async (path, stamp) => await noteState(paths, { path, stamp }),
    [Symbol.asyncDispose]: async () => await chunks[Symbol.asyncDispose](),
  }
}
