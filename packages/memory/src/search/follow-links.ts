import type { LinkGraph } from '@datacortex/notes'
import { writtenTags } from '../rows/note-rows.ts'

/** Notes that a note leads to in one way; the more there are, the less each says. */
export type LinkBundle = {
  /** 1 for links of the note itself, less for links to it and for shared tags. */
  readonly weight: number
  readonly notes: readonly string[]
}

export type Reached = {
  readonly score: number
  /** Notes it came along, a direct match first; empty for direct matches. */
  readonly via: readonly string[]
  readonly reranked?: number | undefined
}

type Hop = {
  /** Of the notes whose links are followed, best first. */
  readonly bundles: ReadonlyMap<string, readonly LinkBundle[]>
  readonly own: ReadonlyMap<string, number>
  /** Of what matched directly, which may need no way to it. */
  readonly direct: ReadonlyMap<string, number>
}

/** One hop: each source hands `1/√n` of a share of its score to its n notes; the best one counts, and stays above. */
function followLinks(reached: ReadonlyMap<string, Reached>, { bundles, own, direct }: Hop) {
  const raised = new Map<string, Reached>()
  for (const [source, links] of bundles) {
    const { score, via } = reached.get(source) ?? { score: 0, via: [] }
    for (const { weight, notes } of links) {
      const share = (handedOn * weight) / Math.sqrt(notes.length)
      if (share < leastShare) continue
      for (const note of notes) {
        const itself = own.get(note) ?? 0
        const now = Math.min(itself + share * score, score * belowSource)
        if (now <= Math.max((raised.get(note) ?? reached.get(note))?.score ?? 0, 0) || note === source) continue
        const directly = direct.has(note) && itself >= share * score
        raised.set(note, { score: now, via: directly ? [] : [...via, source] })
      }
    }
  }
  return raised
}

/** Weight of a link to a note, and of a shared tag, beside that of a link from it. */
const reverseWeight = 0.5

const handedOn = 0.5
const belowSource = 0.999
/** Below this a link says nothing: one of 277 links, one of 69 backlinks or of 69 notes with the same tag. */
const leastShare = 0.03

/** What a note leads to: its links, what links to it, and for each tag, but those above nested ones, who shares it. */
export function noteLinks(graph: LinkGraph, note: string, { tags }: { tags: readonly string[] }): LinkBundle[] {
  const others = (notes: readonly string[]): readonly string[] => notes.filter((other) => other !== note)
  return [
    { weight: 1, notes: graph.linksFrom(note) },
    { weight: reverseWeight, notes: graph.linksTo(note) },
    ...writtenTags(tags).map((tag) => ({ weight: reverseWeight, notes: others(graph.tagged(tag)) })),
  ].filter(({ notes }) => notes.length > 0)
}

type ExpandHitsOptions = {
  /** Steps along links, at least 1; more than 5 are taken as 5. */
  readonly hops: number
  readonly linksOf: (note: string) => readonly LinkBundle[]
  /** What notes that did not match directly score by themselves; asked once a hop. 0 for absent ones. */
  readonly ownOf?: ((notes: readonly string[]) => Promise<ReadonlyMap<string, number>>) | undefined
}

/**
 * Adds the notes that direct matches lead to, hop by hop from the five best of the hop before.
 * @example await expandHits(new Map([['a.md', 4]]), { hops: 1, linksOf: () => [{ weight: 1, notes: ['b.md'] }] })
 */
export async function expandHits(
  scores: ReadonlyMap<string, number>,
  { hops, linksOf, ownOf }: ExpandHitsOptions,
): Promise<ReadonlyMap<string, Reached>> {
  const reached = new Map<string, Reached>([...scores].map(([note, score]) => [note, { score, via: [] }]))
  const own = new Map(scores)
  let sources = best(reached)
  for (let hop = 1; hop <= Math.min(hops, mostHops) && sources.length > 0; hop += 1) {
    const bundles = new Map(sources.map((source) => [source, linksOf(source)]))
    const targets = new Set([...bundles.values()].flat().flatMap(({ notes }) => notes))
    const unknown = [...targets].filter((note) => !own.has(note))
    for (const note of unknown) own.set(note, 0)
    for (const [note, score] of (await ownOf?.(unknown)) ?? []) own.set(note, score)
    const raised = followLinks(reached, { bundles, own, direct: scores })
    for (const [note, one] of raised) reached.set(note, one)
    sources = best(raised)
  }
  return reached
}

const mostHops = 5
const sourcesPerHop = 5

function best(reached: ReadonlyMap<string, Reached>): readonly string[] {
  return Array.from([...reached].toSorted(byScore).slice(0, sourcesPerHop), ([note]) => note)
}

type Scored = readonly [note: string, found: { readonly score: number }]

/** Best first; the path decides between equals. */
export function byScore([a, one]: Scored, [b, other]: Scored): number {
  return other.score - one.score || (a < b ? -1 : 1)
}
