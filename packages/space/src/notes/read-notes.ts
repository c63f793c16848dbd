import { CodedError } from '@datacortex/errors'
import type { NotePassage } from '@datacortex/notes'
import { sha256 } from '@datacortex/platform'
import { z } from 'zod'
import { spaceError } from '../errors.ts'
import { type Asked, operation } from '../operation.ts'
import { type OpenNoteStore, openNoteStore } from '../parts/note-store.ts'
import { name } from '../schema.ts'

const input = z.strictObject({
  notes: z.array(name).min(1).max(10_000).describe('Paths, titles, aliases or links.'),
  from: z.number().int().min(1).optional().describe('The first line.'),
  lines: z.number().int().min(1).optional().describe('How many lines of each at the most.'),
})

export type NoteRead = NotePassage & {
  readonly path: string
  readonly title: string
  readonly type: string
  readonly space: string
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  readonly date?: string | undefined
  readonly modified: string
  /** Of the file, as `notes.edit` expects it. */
  readonly sha256: string
  readonly links: readonly string[]
  readonly backlinks: readonly string[]
}

export type MissingNote = { readonly note: string } & Pick<CodedError, 'code' | 'message' | 'hint'>

export const readNotes = operation({
  input,
  output: z.looseObject({
    notes: z.array(z.looseObject({ path: z.string(), title: z.string(), text: z.string() })),
    missing: z.array(z.looseObject({ note: z.string(), message: z.string() })),
  }),
  run: async (work, asked) => {
    const store = await openNoteStore(work)
    const notes: NoteRead[] = []
    const missing: MissingNote[] = []
    for (const note of asked.notes) {
      work.signal.throwIfAborted()
      try {
        notes.push(await readNote(note, { store, asked }))
      } catch (error) {
        if (!CodedError.is(error) || asked.notes.length === 1) throw error
        const { code, message, hint } = error
        missing.push({ note, code, message, hint })
      }
    }
    return { notes, missing }
  },
})

async function readNote(
  given: string,
  { store, asked }: { readonly store: OpenNoteStore; readonly asked: Asked<typeof input> },
): Promise<NoteRead> {
  const { passageOf, readNoteBytes } = await import('@datacortex/notes')
  const { path, heading } = store.find(given)
  const { graph, files } = store
  const note = graph.notes.get(path)
  const file = files.get(path)
  if (note === undefined || file === undefined) throw new Error(`${path} is in the store and has no file.`)
  const bytes = await readNoteBytes(file)
  const passage = passageOf(bytes, { path, heading, from: asked.from, most: asked.lines })
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
    sha256: sha256(bytes),
    links: graph.linksFrom(path),
    backlinks: graph.linksTo(path),
    ...passage,
  }
}
