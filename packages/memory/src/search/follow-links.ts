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
  /** How well it answers by a cross-encoder, 0–1, if one was asked. */
  readonly reranked?: number | undefined
}

export type FollowLinksOptions = {
  /** Notes whose links are followed, best first. */
  readonly sources: readonly string[]
  /** What a note scores by itself, without links. */
  readonly own: ReadonlyMap<string, number>
  /** Whether a note matched directly, in which case it may need no way to it. */
  readonly isDirect: (note: string) => boolean
  readonly linksOf: (note: string) => readonly LinkBundle[]
}

/** One hop: each source hands `1/√n` of a share of its score to its n notes; the best one counts, and stays above. */
export function followLinks(
  reached: ReadonlyMap<string, Reached>,
  { sources, own, isDirect, linksOf }: FollowLinksOptions,
): ReadonlyMap<string, Reached> {
  const raised = new Map<string, Reached>()
  for (const source of sources) {
    const { score, via } = reached.get(source) ?? { score: 0, via: [] }
    for (const { weight, notes } of linksOf(source)) {
      const share = (handedOn * weight) / Math.sqrt(notes.length)
      if (share < leastShare) continue
      for (const note of notes) {
        const itself = own.get(note) ?? 0
        const now = Math.min(itself + share * score, score * belowSource)
        if (now <= Math.max((raised.get(note) ?? reached.get(note))?.score ?? 0, 0) || note === source) continue
        const directly = isDirect(note) && itself >= share * score
        raised.set(note, { score: now, via: directly ? [] : [...via, source] })
      }
    }
  }
  return raised
}

/** Weight of a link to a note, and of a shared tag, beside that of a link from it. */
export const reverseWeight = 0.5

const handedOn = 0.5
const belowSource = 0.999
/** Below this a link says nothing: one of 277 links, one of 69 backlinks or of 69 notes with the same tag. */
const leastShare = 0.03
