import { CodedError } from '@datacortex/errors'
import type { NotePassage } from '@datacortex/notes'
import { z } from 'zod'
import { spaceError } from '../errors.ts'
import type { Operation } from '../operation.ts'
import type { OpenShelf } from '../parts/note-shelf.ts'
import { openNoteShelf } from '../parts/note-shelf.ts'
import { name } from '../schema.ts'

/** Which notes are read, and which of their lines. */
export type ReadNotes = {
  /** Paths, titles, aliases or links. */
  readonly notes: readonly string[]
  /** First line, from 1. */
  readonly from?: number | undefined
  /** Most lines of each. */
  readonly lines?: number | undefined
}

/** Texts of notes, and why others are missing. */
export type NotesRead = { readonly notes: readonly NoteRead[]; readonly missing: readonly MissingNote[] }

/** A note, or a part of it. */
export type NoteRead = NotePassage & {
  readonly path: string
  readonly title: string
  readonly type: string
  readonly space: string
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  readonly date?: string | undefined
  /** UTC, ISO 8601. */
  readonly modified: string
  /** Paths of notes. */
  readonly links: readonly string[]
  readonly backlinks: readonly string[]
}

/** A note that could not be read. */
export type MissingNote = { readonly note: string } & Pick<CodedError, 'code' | 'message' | 'hint'>

/**
 * Texts of notes, their fields, and what they are linked with. The files themselves are read, so it needs no index and
 * is never out of date. Throws `CLI_NOTE_UNKNOWN`, `CLI_NOTE_AMBIGUOUS`, `CLI_HEADING_UNKNOWN`,
 * `MEMORY_NOTE_UNREADABLE` if the only one is missing; of several `missing` says why.
 */
export const readNotes: Operation<ReadNotes, NotesRead> = {
  input: z.strictObject({
    notes: z.array(name).min(1).max(10_000),
    from: z.number().int().min(1).optional().describe('The first line.'),
    lines: z.number().int().min(1).optional().describe('How many lines of each at the most.'),
  }),
  output: z.looseObject({
    notes: z.array(z.looseObject({ path: z.string(), title: z.string(), text: z.string() })),
    missing: z.array(z.looseObject({ note: z.string(), message: z.string() })),
  }),
  run: async (work, asked) => {
    const shelf = await openNoteShelf(work)
    const notes: NoteRead[] = []
    const missing: MissingNote[] = []
    for (const note of asked.notes) {
      work.signal.throwIfAborted()
      try {
        notes.push(await readNote(note, { shelf, asked }))
      } catch (error) {
        if (!CodedError.is(error) || asked.notes.length === 1) throw error
        const { code, message, hint } = error
        missing.push({ note, code, message, hint })
      }
    }
    return { notes, missing }
  },
}

async function readNote(
  given: string,
  { shelf, asked }: { readonly shelf: OpenShelf; readonly asked: ReadNotes },
): Promise<NoteRead> {
  const { readPassage } = await import('@datacortex/notes')
  const { path, heading } = shelf.find(given)
  const { graph, files } = shelf
  const note = graph.notes.get(path)
  const file = files.get(path)
  if (note === undefined || file === undefined) throw new Error(`${path} is on the shelf and has no file.`)
  const passage = await readPassage(file, { heading, from: asked.from, most: asked.lines })
  if (passage === undefined) throw spaceError('CLI_HEADING_UNKNOWN', { path, heading: heading ?? '' })
  const { title, type, space, tags, aliases, date } = note
  return {
    path,
    title,
    type,
    space,
    tags,
    aliases,
    date,
    modified: new Date(file.mtimeMs).toISOString(),
    links: graph.linksFrom(path),
    backlinks: graph.linksTo(path),
    ...passage,
  }
}
