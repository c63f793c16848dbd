import type { NoteShelf } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import type { Context } from '../context.ts'
import { NoteAmbiguousError, NoteUnknownError } from '../errors.ts'
import { callerScreen } from '../knowledge/caller-screen.ts'
import { knowledgePlaces } from './note-host.ts'

/** The notes of a space as their files are now, and how a name becomes one of them. */
export type OpenShelf = NoteShelf & {
  /**
   * The note that a name means.
   *
   * @throws NoteUnknownError, NoteAmbiguousError
   */
  readonly find: (name: string) => { readonly path: string; readonly heading?: string | undefined }
}

/**
 * Reads which notes a space has; in the run of an agent only those that it may be shown.
 *
 * @param paths - Of the space.
 * @param context - Of the command.
 * @example const { path } = (await openNoteShelf(paths, context)).find('Zephyr')
 */
export async function openNoteShelf(paths: SpacePaths, { signal, onProgress }: Context): Promise<OpenShelf> {
  const [{ findNote, readNoteShelf }, screen, locations] = await Promise.all([
    import('@datacortex/memory'),
    callerScreen(paths),
    knowledgePlaces(paths),
  ])
  const shelf = await readNoteShelf(paths, { closed: screen?.path, locations, signal, onProgress })
  return {
    ...shelf,
    find: (name) => {
      const found = findNote(shelf.graph.notes, name)
      if (found.path !== undefined) return { path: found.path, heading: found.heading }
      const { candidates } = found
      throw found.isAmbiguous
        ? new NoteAmbiguousError({ name, candidates })
        : new NoteUnknownError({ name, candidates, below: notesBelow(shelf, name) })
    },
  }
}

/** The notes of a folder that is called so. */
function notesBelow({ graph }: NoteShelf, name: string): readonly string[] {
  const folder = name
    .trim()
    .normalize('NFC')
    .replaceAll(/^(?:\.?\/)+|\/+$/g, '')
  return folder === '' ? [] : [...graph.notes.keys()].filter((path) => path.startsWith(`${folder}/`)).toSorted()
}
