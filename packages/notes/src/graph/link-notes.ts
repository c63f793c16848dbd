import { findLabelFirst } from '../links/find-label-first.ts'
import { LinkResolver } from '../links/link-resolver.ts'
import type { NoteLink } from '../note.ts'
import type { GraphLink, GraphNote } from './graph-note.ts'

/** The links of a note for the graph, not resolved yet: without those within the note, equal ones as one. */
export function graphLinks(links: readonly NoteLink[]): readonly GraphLink[] {
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
 *
 * @param notes - By path; replaced in place where something changed.
 * @example linkNotes(notes)
 */
export function linkNotes(notes: Map<string, GraphNote>): void {
  const targets = [...notes].map(([path, { aliases, links }]) => ({ path, aliases, links }))
  const resolver = new LinkResolver(targets, { labelFirst: findLabelFirst(targets) })
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
