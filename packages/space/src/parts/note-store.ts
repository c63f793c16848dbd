import { sep } from 'node:path'
import type { NoteStore } from '@datacortex/notes'
import type { Work } from '../work.ts'
import { spaceError } from '../errors.ts'
import { callerAccess } from '../caller/caller-access.ts'
import { knowledgePlaces } from './note-setup.ts'

/** The notes of a space as their files are now, and how a name becomes one of them. */
export type OpenNoteStore = NoteStore & {
  /** The note that a name means. Throws `CLI_NOTE_UNKNOWN` or `CLI_NOTE_AMBIGUOUS`. */
  readonly find: (name: string) => { readonly path: string; readonly heading?: string | undefined }
}

/** Reads which notes a space has; in the run of an agent only those that it may be shown. */
export async function openNoteStore(work: Work): Promise<OpenNoteStore> {
  const { paths, signal, onProgress } = work
  const [{ findNote, readNoteStore }, { indexedNotes }, access, locations] = await Promise.all([
    import('@datacortex/notes'),
    import('@datacortex/memory'),
    callerAccess(work),
    knowledgePlaces(paths),
  ])
  const known = await indexedNotes(paths)
  const store = await readNoteStore(paths, { whyHidden: access?.path, locations, known, signal, onProgress })
  return {
    ...store,
    find: (name) => {
      const inside = name.startsWith(`${paths.root}${sep}`) ? name.slice(paths.root.length).replaceAll(sep, '/') : name
      const found = findNote(store.graph.notes, inside)
      if (found.path !== undefined) return { path: found.path, heading: found.heading }
      const { candidates } = found
      throw found.isAmbiguous
        ? spaceError('CLI_NOTE_AMBIGUOUS', { name, candidates })
        : spaceError('CLI_NOTE_UNKNOWN', { name, candidates, below: notesBelow(store, name) })
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
