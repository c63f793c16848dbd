import { statSync } from 'node:fs'
import { findLabelFirst } from '../notes/links/find-label-first.ts'
import { firstFolder, writtenTarget } from '../notes/links/link-resolver.ts'
import { meansNote } from '../notes/links/means-note.ts'
import { readGraphFile } from './graph-file.ts'
import type { GraphLink, GraphNote } from './graph-note.ts'
import type { NoteIndexPlace } from './note-index-place.ts'
import { noteRowsEpoch } from './open-chunks.ts'

/** Notes and the links between them, as of the last update of the index. */
export type LinkGraph = {
  /** By path. */
  readonly notes: ReadonlyMap<string, GraphNote>
  /** Paths of the notes that a note links to, each once, in the order of the links; not itself. */
  linksFrom(path: string): readonly string[]
  /** Paths of the notes that link to a note, each once; not itself. */
  linksTo(path: string): readonly string[]
  /** Paths of the notes with a tag. */
  tagged(tag: string): readonly string[]
  /** Links of a note that lead to no note, with the target that is meant; a heading of the same note is none. */
  unresolved(path: string): readonly GraphLink[]
}

/** The link graph over some notes. Its reverse tables are made when they are first asked for. */
export function linkGraph(notes: ReadonlyMap<string, GraphNote>): LinkGraph {
  let backlinks: ReadonlyMap<string, readonly string[]> | undefined
  let tags: ReadonlyMap<string, readonly string[]> | undefined
  let labelFirst: ReadonlySet<string> | undefined
  return {
    notes,
    linksFrom: (path) => targetsOf(path, notes.get(path)),
    linksTo: (path) => {
      backlinks ??= group(notes, targetsOf)
      return backlinks.get(path) ?? []
    },
    tagged: (tag) => {
      tags ??= group(notes, (_, note) => note?.tags ?? [])
      return tags.get(tag) ?? []
    },
    unresolved: (path) => {
      const open = notes.get(path)?.links.filter((link) => link.to === undefined && meansNote(link)) ?? []
      if (open.every(({ alias }) => alias === undefined)) return open
      labelFirst ??= findLabelFirst(Array.from(notes, ([one, { aliases, links }]) => ({ path: one, aliases, links })))
      const isLabelFirst = labelFirst.has(firstFolder(path))
      return open
        .map((link) => ({ ...link, target: writtenTarget(link, isLabelFirst) }))
        .filter(({ target }) => target !== '')
    },
  }
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

function targetsOf(path: string, note: GraphNote | undefined): readonly string[] {
  const targets = new Set<string>()
  for (const { to } of note?.links ?? []) if (to !== undefined && to !== path) targets.add(to)
  return [...targets]
}

function group(
  notes: ReadonlyMap<string, GraphNote>,
  keysOf: (path: string, note: GraphNote) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const [path, note] of notes) {
    for (const key of keysOf(path, note)) {
      const some = groups.get(key)
      if (some === undefined) groups.set(key, [path])
      else some.push(path)
    }
  }
  return groups
}

/** At once, as the meta file is looked at: waiting takes several times as long. */
function stampOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeNs}`
}
