import { isDeepStrictEqual } from 'node:util'
import { type Finding, withoutUndefined } from '@datacortex/errors'
import type { Note, NoteLink } from '../note.ts'
import { LinkResolver, linkingNotes } from '../links/link-resolver.ts'

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
export type GraphNote = Pick<Note, 'title' | 'type' | 'space' | 'tags' | 'aliases' | 'date'> & {
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

/**
 * What the graph keeps of a note that was read. Its links lead nowhere yet.
 * @example toGraphNote(note, { stamp, rows: note.chunks.length })
 */
export function toGraphNote(note: Note, { stamp, rows }: { stamp: FileStamp; rows: number }): GraphNote {
  const { title, type, space, tags, aliases, date, findings } = note
  const head = withoutUndefined({ title, type, space, tags, aliases, date })
  const found = findings.length === 0 ? {} : { findings }
  return { ...head, links: graphLinks(note.links), ...found, rows, file: stamp }
}

/** The links of a note for the graph, not resolved yet: without those within the note, equal ones as one. */
function graphLinks(links: readonly NoteLink[]): readonly GraphLink[] {
  const unique = new Map<string, GraphLink>()
  for (const { target, alias, syntax, line } of links) {
    // Labels matter to wiki-links alone, of which some vaults write the label first.
    const label = syntax === 'wiki' ? alias : undefined
    const key = JSON.stringify([syntax, target, label])
    if ((target === '' && label === undefined) || unique.has(key)) continue
    unique.set(key, { target, ...(label === undefined ? {} : { alias: label }), syntax, line })
  }
  return [...unique.values()]
}

/**
 * Finds anew where all links lead: a note that came or went can change it for any other.
 * @param notes - By path; replaced in place where something changed.
 * @example linkNotes(notes)
 */
export function linkNotes(notes: Map<string, GraphNote>): void {
  const resolver = LinkResolver.of(linkingNotes(notes))
  for (const [path, note] of notes) {
    let changed = false
    const links = note.links.map((link) => {
      const to = resolver.resolve(path, link)
      if (to === link.to) return link
      changed = true
      const { to: _old, ...rest } = link
      return { ...rest, ...(to === undefined ? {} : { to }) }
    })
    if (changed) notes.set(path, { ...note, links })
  }
}

/**
 * A note that was read again, with its links leading where they led; undefined if what it names or links differs, as
 * then links must be found anew.
 * @example linkedAs(before, toGraphNote(note, { stamp, rows: 1 }))
 */
export function linkedAs(before: GraphNote | undefined, note: GraphNote): GraphNote | undefined {
  const written = ({ aliases, links }: GraphNote) => [
    aliases,
    links.map((link) => [link.syntax, link.target, link.alias]),
  ]
  if (before === undefined || !isDeepStrictEqual(written(before), written(note))) return undefined
  const links = before.links.map((link, index) => ({ ...link, line: note.links[index]?.line ?? link.line }))
  return { ...note, links }
}
