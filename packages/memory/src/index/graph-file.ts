import { readFile } from 'node:fs/promises'
import { type GraphNote, type LinkGraph, linkGraph } from '@datacortex/notes'
import { type SpacePaths, sha256, writeFileAtomically, ifRefused } from '@datacortex/platform'
import { type NoteIndexPlace, noteIndexPlace, noteRowsEpoch } from './open-chunks.ts'
import { statSync } from 'node:fs'

/** Raised whenever notes are read, cut or kept differently; a file of another one is read as empty. */
const format = 10

/** The line of a note in the file, with its end: of 8,000 notes only what changed is made JSON again. */
const lines = new WeakMap<GraphNote, Uint8Array>()
/** What this process read or wrote last, which is not parsed again while the file is the same. */
let last: { readonly stamp: string; readonly notes: Promise<ReadonlyMap<string, GraphNote>> } | undefined

/** The notes of the last update, by path; none if the file is absent, damaged, of another version or rows are lost. */
export async function readGraphFile(
  { graphFile: file }: Pick<NoteIndexPlace, 'graphFile'>,
  rows: string | undefined,
): Promise<ReadonlyMap<string, GraphNote>> {
  if (rows === undefined) return new Map()
  const stamp = stampOf(file, rows)
  if (stamp !== '' && last?.stamp === stamp) return await last.notes
  // Who asks meanwhile waits for the same: it is large.
  const reading = { stamp, notes: parseGraphFile(file, rows) }
  last = reading
  const notes = await reading.notes
  // What could not be read now may be readable next time.
  if (notes.size === 0 && last === reading) last = undefined
  return notes
}

async function parseGraphFile(file: string, rows: string): Promise<ReadonlyMap<string, GraphNote>> {
  const bytes = await readFile(file).catch(ifRefused(Buffer.of()))
  const end = bytes.indexOf('\n')
  const body = bytes.subarray(end + 1)
  if (end === -1 || bytes.toString('utf8', 0, end) !== headerOf(body, rows)) return new Map()
  const notes = new Map<string, GraphNote>()
  for (let from = 0; from < body.length;) {
    const line = body.subarray(from, body.indexOf('\n', from) + 1)
    // Only this program writes the file; the header's hash vouches for the shape.
    const [path, note] = JSON.parse(line.toString()) as readonly [string, GraphNote]
    notes.set(path, note)
    lines.set(note, line)
    from += line.length
  }
  return notes
}

export async function writeGraphFile(
  { graphFile: file }: Pick<NoteIndexPlace, 'graphFile'>,
  { notes, rows }: { notes: ReadonlyMap<string, GraphNote>; rows: string },
): Promise<void> {
  const bare = Buffer.from(`${headerOf(Buffer.of(), rows)}\n`)
  const bytes = Buffer.concat([bare, ...joined(Array.from(notes, lineOf))])
  bytes.write(headerOf(bytes.subarray(bare.length), rows))
  await writeFileAtomically(file, bytes, { isRebuildable: true })
  last = { stamp: stampOf(file, rows), notes: Promise.resolve(notes) }
}

/** Lines that lie behind one another are one piece: of 8,000 notes of which one changed there are three. */
function joined(all: readonly Uint8Array[]): readonly Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (const line of all) {
    const piece = pieces.at(-1)
    if (piece?.buffer !== line.buffer || piece.byteOffset + piece.length !== line.byteOffset) pieces.push(line)
    else pieces[pieces.length - 1] = Buffer.from(line.buffer, piece.byteOffset, piece.length + line.length)
  }
  return pieces
}

function lineOf([path, note]: readonly [string, GraphNote]): Uint8Array {
  const line = lines.get(note) ?? Buffer.from(`${JSON.stringify([path, note])}\n`)
  lines.set(note, line)
  return line
}

function headerOf(body: Uint8Array, rows: string): string {
  return `datacortex-note-graph ${format} ${rows} ${sha256(body)}`
}

/** A reader of the graph file that parses it again only after it was replaced, or rows were lost. */
export function graphReader(place: NoteIndexPlace): () => Promise<LinkGraph> {
  let read: { readonly stamp: string; readonly graph: LinkGraph } | undefined
  return async () => {
    const rows = noteRowsEpoch(place)
    const stamp = stampOf(place.graphFile, rows)
    // Two first readers may both parse it: harmless.
    if (read?.stamp !== stamp) read = { stamp, graph: linkGraph(await readGraphFile(place, rows)) }
    return read.graph
  }
}

/** At once, as the meta file is looked at: waiting takes several times as long. */
function stampOf(file: string, rows: string | undefined): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? '' : `${file} ${found.ino} ${found.size} ${found.mtimeNs} ${rows}`
}

/**
 * What the index knows of the notes, by path; none without an index. Only one file is read.
 * @example await readNoteStore(paths, { known: await indexedNotes(paths) })
 */
export async function indexedNotes(paths: SpacePaths): Promise<ReadonlyMap<string, GraphNote>> {
  const place = noteIndexPlace(paths)
  return await readGraphFile(place, noteRowsEpoch(place))
}
