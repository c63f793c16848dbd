import type { Finding } from '@datacortex/errors'
import type { NoteLink } from '../note.ts'

/** A link as the graph keeps it: one for each target, label and way of writing. */
export type GraphLink = {
  /** As written, without heading, block and label. */
  readonly target: string
  /** The label of a wiki-link. */
  readonly alias?: string | undefined
  readonly syntax: NoteLink['syntax']
  /** Where it is written first, from 1. */
  readonly line: number
  /** Path of the note it leads to; absent if there is none. */
  readonly to?: string | undefined
}

/** What the graph knows of a note, and by which the next update sees whether its file changed. */
export type GraphNote = {
  readonly title: string
  readonly type: string
  readonly space: string
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  readonly date?: string | undefined
  readonly links: readonly GraphLink[]
  /** What was found while it was read; absent if nothing was. */
  readonly findings?: readonly Finding[] | undefined
  readonly rows: number
  readonly file: FileStamp
}

/** A file at the time it was read. */
export type FileStamp = {
  readonly sizeBytes: number
  /** Milliseconds since 1970; −1 if the file was so fresh that a later change could carry the same time. */
  readonly mtimeMs: number
  readonly inode: number
  readonly sha256: string
}
