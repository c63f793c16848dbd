import { findLabelFirst, firstFolder, linkingNotes, writtenTarget } from '../links/link-resolver.ts'
import { meansNote } from '../links/means-note.ts'
import type { GraphLink, GraphNote } from './graph-note.ts'

/** Notes and the links between them, as of the last update of the index. */
export type LinkGraph = {
  /** By path. */
  readonly notes: ReadonlyMap<string, GraphNote>
  /** Paths of the notes that a note links to, each once, in the order of the links; not itself. */
  linksFrom(path: string): readonly string[]
  linksTo(path: string): readonly string[]
  tagged(tag: string): readonly string[]
  /** Links of a note that lead to no note, with the target that is meant; a heading of the same note is none. */
  unresolved(path: string): readonly GraphLink[]
}

/**
 * The link graph over some notes. Its reverse tables are made when they are first asked for, and kept with the notes,
 * which nobody changes from then on.
 * @example linkGraph(notes).linksTo('Bee.md')
 */
export function linkGraph(notes: ReadonlyMap<string, GraphNote>): LinkGraph {
  const graph = graphs.get(notes) ?? newGraph(notes)
  graphs.set(notes, graph)
  return graph
}

const graphs = new WeakMap<ReadonlyMap<string, GraphNote>, LinkGraph>()

function newGraph(notes: ReadonlyMap<string, GraphNote>): LinkGraph {
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
      labelFirst ??= findLabelFirst(linkingNotes(notes))
      const isLabelFirst = labelFirst.has(firstFolder(path))
      return open
        .map((link) => ({ ...link, target: writtenTarget(link, isLabelFirst) }))
        .filter(({ target }) => target !== '')
    },
  }
}

function targetsOf(path: string, note: GraphNote | undefined): readonly string[] {
  const targets = new Set<string>()
  for (const { to } of note?.links ?? []) if (to !== undefined && to !== path) targets.add(to)
  return [...targets]
}

function group(notes: ReadonlyMap<string, GraphNote>, keysOf: (path: string, note: GraphNote) => readonly string[]) {
  const keyed = [...notes].flatMap(([path, note]) => keysOf(path, note).map((key) => ({ key, path })))
  const groups = Map.groupBy(keyed, ({ key }) => key)
  return new Map([...groups].map(([key, some]) => [key, some.map(({ path }) => path)]))
}
