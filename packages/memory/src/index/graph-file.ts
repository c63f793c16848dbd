import { readFile } from 'node:fs/promises'
import { sha256, writeFileAtomically } from '@datacortex/platform'
import type { GraphNote } from './graph-note.ts'

/** Raised whenever notes are read, cut or kept differently; a file of another one is read as empty. */
const format = 1

/**
 * The notes of the last update, by path.
 *
 * @param file - The graph file.
 * @returns None if the file is absent, damaged or of another version: the next update makes it anew.
 */
export async function readGraphFile(file: string): Promise<ReadonlyMap<string, GraphNote>> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const end = text.indexOf('\n')
  const body = text.slice(end + 1)
  if (end === -1 || text.slice(0, end) !== headerOf(body)) return new Map()
  // Only this program writes the file; the header's hash vouches for the shape.
  return new Map(JSON.parse(body) as readonly (readonly [string, GraphNote])[])
}

/**
 * Replaces the graph file as a whole.
 *
 * @param file - The graph file.
 * @param notes - By path.
 */
export async function writeGraphFile(file: string, notes: ReadonlyMap<string, GraphNote>): Promise<void> {
  const body = JSON.stringify([...notes])
  await writeFileAtomically(file, `${headerOf(body)}\n${body}`)
}

function headerOf(body: string): string {
  return `datacortex-note-graph ${format} ${sha256(body)}`
}
