import { readFile } from 'node:fs/promises'
import { type GraphNote, type LinkGraph, linkGraph } from '@datacortex/notes'
import { type SpacePaths, sha256, writeFileAtomically } from '@datacortex/platform'
import { type NoteIndexPlace, noteIndexPlace, noteRowsEpoch } from './open-chunks.ts'
import { statSync } from 'node:fs'

/** Raised whenever notes are read, cut or kept differently; a file of another one is read as empty. */
const format = 9

/** The notes of the last update, by path; none if the file is absent, damaged, of another version or rows are lost. */
export async function readGraphFile({ graphFile: file }: Pick<NoteIndexPlace, 'graphFile'>, rows: string | undefined) {
  if (rows === undefined) return new Map()
  const bytes = await readFile(file).catch(() => Buffer.of())
  const end = bytes.indexOf('\n')
  const body = bytes.subarray(end + 1)
  if (end === -1 || bytes.toString('utf8', 0, end) !== headerOf(body, rows)) return new Map()
  // Only this program writes the file; the header's hash vouches for the shape.
  return new Map(JSON.parse(body.toString()) as readonly (readonly [string, GraphNote])[])
}

export async function writeGraphFile(
  { graphFile: file }: Pick<NoteIndexPlace, 'graphFile'>,
  { notes, rows }: { notes: ReadonlyMap<string, GraphNote>; rows: string },
): Promise<void> {
  const body = Buffer.from(JSON.stringify([...notes]))
  await writeFileAtomically(file, Buffer.concat([Buffer.from(`${headerOf(body, rows)}\n`), body]), {
    isRebuildable: true,
  })
}

function headerOf(body: Uint8Array, rows: string): string {
  return `datacortex-note-graph ${format} ${rows} ${sha256(body)}`
}

/** A reader of the graph file that parses it again only after it was replaced, or rows were lost. */
export function graphReader(place: NoteIndexPlace): () => Promise<LinkGraph> {
  let read: { readonly stamp: string; readonly graph: LinkGraph } | undefined
  return async () => {
    const rows = noteRowsEpoch(place)
    const stamp = `${stampOf(place.graphFile)} ${rows}`
    // Two first readers may both parse it: harmless.
    if (read?.stamp !== stamp) read = { stamp, graph: linkGraph(await readGraphFile(place, rows)) }
    return read.graph
  }
}

/** At once, as the meta file is looked at: waiting takes several times as long. */
function stampOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeNs}`
}

/**
 * What the index knows of the notes, by path; none without an index. Only one file is read.
 * @example await readNoteStore(paths, { known: await indexedNotes(paths) })
 */
export async function indexedNotes(paths: SpacePaths): Promise<ReadonlyMap<string, GraphNote>> {
  const place = noteIndexPlace(paths)
  return await readGraphFile(place, noteRowsEpoch(place))
}
