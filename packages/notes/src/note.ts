import type { Finding } from '@datacortex/errors'

/** A note as it was read from its file. */
export type Note = {
  /** Relative to the root of the space, `/` between parts, in Unicode normal form C. */
  readonly path: string
  /** The numbered folder it lies in, such as `0-personal`; empty outside of one. */
  readonly space: string
  /** `type` of the front matter, else by its place (`zettel`, `literature`, `journal`), else `org` or `note`; of a canvas `canvas`. */
  readonly type: string
  /** Of the front matter, else the first heading of level 1, else the name of the file. */
  readonly title: string
  /** Lower case, without `#`, each once: of the front matter, the text, or org headings. */
  readonly tags: readonly string[]
  readonly links: readonly NoteLink[]
  /** Other names: `aliases` of the front matter; in org files `id:…` for each ID. */
  readonly aliases: readonly string[]
  /** `YYYY-MM-DD`, of the front matter or the name of the file. */
  readonly date?: string | undefined
  /** At least one; that of a note without text is empty. */
  readonly chunks: readonly NoteChunk[]
  /** Of the file's bytes. */
  readonly sha256: string
  readonly findings: readonly Finding[]
}

/** A link as it is written; where it leads is for a {@link LinkResolver} to say. */
export type NoteLink = {
  /** Name or path of the other note; empty for a link within the same note. */
  readonly target: string
  readonly heading?: string | undefined
  readonly block?: string | undefined
  readonly alias?: string | undefined
  readonly embed: boolean
  readonly syntax: 'wiki' | 'markdown' | 'org'
  readonly line: number
}

/**
 * A piece of a note, small enough to be embedded as a whole; its text stands at its lines word for word. Those of a canvas
 * are lines of the text that it is read as.
 */
export type NoteChunk = {
  /** From 0. */
  readonly index: number
  /** The headings that it stands under, outermost first. */
  readonly headings: readonly string[]
  readonly text: string
  readonly startLine: number
  /** Inclusive. */
  readonly endLine: number
}
