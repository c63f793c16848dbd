import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import type { CodedError } from '@datacortex/errors'
import type { Work } from '../work.ts'
import { spaceError } from '../errors.ts'
import { openNoteStore } from '../parts/note-store.ts'

/** Reads the note that a name means, to write it anew. */
export async function noteToChange(work: Work, name: string) {
  const store = await openNoteStore(work)
  const { files, find, graph } = store
  const { path, heading } = find(name)
  const file = files.get(path)
  const kind = textlessKind(path, graph.notes.get(path)?.type)
  if (kind !== undefined) throw kindRefusal(path, kind)
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
  return { store, path, bytes, heading, passage }
}

/** What is no text for people: a paragraph between its lines would break it. */
function textlessKind(path: string, type: string | undefined): string | undefined {
  if (/\.canvas$/i.test(path)) return 'a canvas'
  return /\.base$/i.test(path) ? 'a base' : type === 'excalidraw' ? 'a drawing of Excalidraw' : undefined
}

function kindRefusal(path: string, kind: string): CodedError {
  return spaceError('CLI_USAGE', {
    message: `${path} is ${kind}, whose text is not changed. Nothing was written.`,
    hint: 'Change it in Obsidian, or write to a note that it leads to: `datacortex note links` names them.',
  })
}
