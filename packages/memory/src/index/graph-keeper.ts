import { type GraphNote, linkedAs, linkNotes } from '@datacortex/notes'
import { writeGraphFile } from './graph-file.ts'
import type { NoteIndexPlace } from './open-chunks.ts'

export type GraphKeeper = {
  readonly notes: ReadonlyMap<string, GraphNote>
  put(notes: readonly (readonly [string, GraphNote])[]): void
  /** A note whose file has other times and the same content. */
  touch(path: string, note: GraphNote): void
  remove(paths: readonly string[]): void
  /** Writes the file if something changed and the last time is some seconds ago: a kill costs only reading again. */
  saveSometimes(): Promise<void>
  save(): Promise<void>
}

const savePauseMs = 5000

export function graphKeeper(
  place: Pick<NoteIndexPlace, 'graphFile'>,
  { rows, known, saved }: { rows: string; known: ReadonlyMap<string, GraphNote>; saved: boolean },
): GraphKeeper {
  let notes = known
  let own: Map<string, GraphNote> | undefined
  // What was read or written is kept by others: it is copied before the first change, and not for none.
  const toChange = (): Map<string, GraphNote> => (notes = own ??= new Map(notes))
  let state: 'saved' | 'touched' | 'changed' = saved ? 'saved' : 'changed'
  let savedAt = performance.now()
  const save = async (): Promise<void> => {
    if (state === 'saved') return
    if (state === 'changed') linkNotes(toChange())
    own = undefined
    await writeGraphFile(place, { notes, rows })
    state = 'saved'
    savedAt = performance.now()
  }
  return {
    get notes() {
      return notes
    },
    put: (entries) => {
      for (const [path, note] of entries) {
        const linked = linkedAs(notes.get(path), note)
        toChange().set(path, linked ?? note)
        if (linked === undefined) state = 'changed'
        else if (state === 'saved') state = 'touched'
      }
    },
    touch: (path, note) => {
      toChange().set(path, note)
      if (state === 'saved') state = 'touched'
    },
    remove: (paths) => {
      for (const path of paths) toChange().delete(path)
      if (paths.length > 0) state = 'changed'
    },
    saveSometimes: async () => {
      if (performance.now() - savedAt > savePauseMs) await save()
    },
    save,
  }
}
