import { statSync } from 'node:fs'
import { type LinkGraph, linkGraph } from '@datacortex/notes'
import { readGraphFile } from './graph-file.ts'
import type { NoteIndexPlace } from './note-index-place.ts'
import { noteRowsEpoch } from './open-chunks.ts'

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
