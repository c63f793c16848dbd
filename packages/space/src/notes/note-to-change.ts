import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import type { CodedError } from '@datacortex/errors'
import type { NotePassage } from '@datacortex/notes'
import type { Work } from '../work.ts'
import { spaceError } from '../errors.ts'
import { openNoteStore } from '../parts/note-store.ts'

/** A note as its file is now, and the part of it that a name means. */
export type NoteToChange = {
  readonly path: string
  readonly bytes: Buffer
  readonly heading: string | undefined
  readonly passage: NotePassage
}

/** Reads the note that a name means, to write it anew. */
export async function noteToChange(work: Work, name: string): Promise<NoteToChange> {
  const { files, find } = await openNoteStore(work)
  const { path, heading } = find(name)
  const file = files.get(path)
  if (/\.canvas$/i.test(path)) throw canvasRefusal(path)
  if (file === undefined) throw new Error(`${path} is in the store and has no file.`)
  const { passageOf } = await import('@datacortex/notes')
  const bytes = await readFile(file.file)
  const passage = passageOf(bytes, { path, heading })
  if (passage === undefined) throw spaceError('CLI_HEADING_UNKNOWN', { path, heading: heading ?? '' })
  if (!isUtf8(bytes))
    throw spaceError('CLI_USAGE', {
      message: `${path} is no UTF-8. Nothing was written.`,
      hint: 'Save it as UTF-8 first.',
    })
  return { path, bytes, heading, passage }
}

/** Its lines are those of what is written on it: a paragraph between those of its file would break the JSON. */
function canvasRefusal(path: string): CodedError {
  return spaceError('CLI_USAGE', {
    message: `${path} is a canvas, whose text is not changed. Nothing was written.`,
    hint: 'Change it in Obsidian, or write to a note that lies on it: `datacortex note links` names them.',
  })
}
