import { readFile } from 'node:fs/promises'
import type { GraphNote } from '@datacortex/notes'
import { sha256, writeFileAtomically } from '@datacortex/platform'
import type { NoteIndexPlace } from './note-index-place.ts'

/** Raised whenever notes are read, cut or kept differently; a file of another one is read as empty. */
const format = 8

/** The notes of the last update, by path; none if the file is absent, damaged, of another version or rows are lost. */
export async function readGraphFile(
  { graphFile: file }: Pick<NoteIndexPlace, 'graphFile'>,
  rows: string | undefined,
): Promise<ReadonlyMap<string, GraphNote>> {
  if (rows === undefined) return new Map()
  const text = await readFile(file, 'utf8').catch(() => '')
  const end = text.indexOf('\n')
  const body = text.slice(end + 1)
  if (end === -1 || text.slice(0, end) !== headerOf(body, rows)) return new Map()
  // Only this program writes the file; the header's hash vouches for the shape.
  return new Map(JSON.parse(body) as readonly (readonly [string, GraphNote])[])
}

export async function writeGraphFile(
  { graphFile: file }: Pick<NoteIndexPlace, 'graphFile'>,
  { notes, rows }: { readonly notes: ReadonlyMap<string, GraphNote>; readonly rows: string },
): Promise<void> {
  const body = JSON.stringify([...notes])
  await writeFileAtomically(file, `${headerOf(body, rows)}\n${body}`)
}

function headerOf(body: string, rows: string): string {
  return `datacortex-note-graph ${format} ${rows} ${sha256(body)}`
}
