import type { Note } from '../note.ts'
import type { FileStamp, GraphNote } from './graph-note.ts'
import { graphLinks } from './link-notes.ts'

/**
 * What the graph keeps of a note that was read. Its links lead nowhere yet.
 *
 * @example toGraphNote(note, { stamp, rows: note.chunks.length })
 */
export function toGraphNote(note: Note, { stamp, rows }: { stamp: FileStamp; rows: number }): GraphNote {
  const { title, type, space, tags, aliases, date, findings } = note
  return {
    title,
    type,
    space,
    tags,
    aliases,
    ...(date === undefined ? {} : { date }),
    links: graphLinks(note.links),
    ...(findings.length === 0 ? {} : { findings }),
    rows,
    file: stamp,
  }
}
