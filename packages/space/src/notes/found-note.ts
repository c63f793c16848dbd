import type { LinkGraph } from '@datacortex/notes'
import type { FoldedHit } from './without-copies.ts'

/** A hit, and for one that was reached from another note, how. */
export type FoundNote = FoldedHit & {
  /** `link`: the last note of `via` links to it; `backlink`: it links to that one; `tag`: they share one. */
  readonly way?: 'link' | 'backlink' | 'tag' | undefined
}

export function foundNotes(hits: readonly FoldedHit[], graph: LinkGraph): readonly FoundNote[] {
  return hits.map((hit) => {
    const source = hit.via?.at(-1)
    const { path } = hit
    if (hit.hop === 0 || source === undefined || path === undefined) return hit
    if (graph.linksFrom(source).includes(path)) return { ...hit, way: 'link' }
    return { ...hit, way: graph.linksTo(source).includes(path) ? 'backlink' : 'tag' }
  })
}
