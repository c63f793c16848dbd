import type { GraphNote } from '@datacortex/notes'
import type { SpacePaths } from '@datacortex/platform'
import { readGraphFile } from './graph-file.ts'
import { noteIndexPlace } from './note-index-place.ts'
import { noteRowsEpoch } from './open-chunks.ts'

/**
 * What the index knows of the notes, by path; none without an index. Only one file is read.
 *
 * @example await readNoteShelf(paths, { known: await indexedNotes(paths) })
 */
export async function indexedNotes(paths: SpacePaths): Promise<ReadonlyMap<string, GraphNote>> {
  const place = noteIndexPlace(paths)
  return await readGraphFile(place, noteRowsEpoch(place))
}
