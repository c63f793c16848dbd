import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type SpacePaths, ifReadable, removeFile, writeFileAtomically } from '@datacortex/platform'
import { type NoteIndexPlace, noteIndexPlace } from './note-index-place.ts'

/** Does work with a mark that stays if it is not ended: so without the index it is known that texts lack vectors. */
export async function withEmbeddingMark<T extends { readonly postponed: number }>(
  place: NoteIndexPlace,
  embed: () => Promise<T>,
): Promise<T> {
  const file = markFile(place)
  // A folder that may have been deleted meanwhile is no reason to end.
  await ifReadable(writeFileAtomically(file, '', { isRebuildable: true }))
  const result = await embed()
  if (result.postponed === 0) await removeFile(file)
  return result
}

/**
 * Whether embedding was begun and not ended, so that some notes are found by words only. Looks at one file.
 *
 * @example await isEmbeddingUnfinished(paths)
 */
export async function isEmbeddingUnfinished(paths: SpacePaths): Promise<boolean> {
  return (await stat(markFile(noteIndexPlace(paths))).catch(() => undefined)) !== undefined
}

function markFile({ directory }: NoteIndexPlace): string {
  return join(directory, 'embedding')
}
