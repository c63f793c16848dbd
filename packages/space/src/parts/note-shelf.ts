import type { NoteStore } from '@datacortex/notes'
import type { Work } from '../work.ts'
import { spaceError } from '../errors.ts'
import { callerScreen } from '../caller/caller-screen.ts'
import { knowledgePlaces } from './note-host.ts'

/** The notes of a space as their files are now, and how a name becomes one of them. */
export type OpenShelf = NoteStore & {
  /** The note that a name means. Throws `CLI_NOTE_UNKNOWN` or `CLI_NOTE_AMBIGUOUS`. */
  readonly find: (name: string) => { readonly path: string; readonly heading?: string | undefined }
}

/** Reads which notes a space has; in the run of an agent only those that it may be shown. */
export async function openNoteShelf(work: Work): Promise<OpenShelf> {
  const { paths, signal, onProgress } = work
  const [{ findNote, readNoteStore }, { indexedNotes }, screen, locations] = await Promise.all([
    import('@datacortex/notes'),
    import('@datacortex/memory'),
    callerScreen(work),
    knowledgePlaces(paths),
  ])
  const known = await indexedNotes(paths)
  const shelf = await readNoteStore(paths, { whyHidden: screen?.path, locations, known, signal, onProgress })
  return {
    ...shelf,
    find: (name) => {
      const found = findNote(shelf.graph.notes, name)
      if (found.path !== undefined) return { path: found.path, heading: found.heading }
      const { candidates } = found
      throw found.isAmbiguous
        ? spaceError('CLI_NOTE_AMBIGUOUS', { name, candidates })
        : spaceError('CLI_NOTE_UNKNOWN', { name, candidates, below: notesBelow(shelf, name) })
    },
  }
}

/** The notes of a folder that is called so. */
function notesBelow({ graph }: NoteStore, name: string): readonly string[] {
  const folder = name
    .trim()
    .normalize('NFC')
    .replaceAll(/^(?:\.?\/)+|\/+$/g, '')
  return folder === '' ? [] : [...graph.notes.keys()].filter((path) => path.startsWith(`${folder}/`)).toSorted()
}
