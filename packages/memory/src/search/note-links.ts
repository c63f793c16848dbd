import type { LinkGraph } from '@datacortex/notes'
import { writtenTags } from '../rows/row-tags.ts'
import { type LinkBundle, reverseWeight } from './follow-links.ts'

/** What a note leads to: its links, what links to it, and for each tag, but those above nested ones, who shares it. */
export function noteLinks(
  graph: LinkGraph,
  note: string,
  { tags }: { readonly tags: readonly string[] },
): LinkBundle[] {
  const others = (notes: readonly string[]): readonly string[] => notes.filter((other) => other !== note)
  return [
    { weight: 1, notes: graph.linksFrom(note) },
    { weight: reverseWeight, notes: graph.linksTo(note) },
    ...writtenTags(tags).map((tag) => ({ weight: reverseWeight, notes: others(graph.tagged(tag)) })),
  ].filter(({ notes }) => notes.length > 0)
}
