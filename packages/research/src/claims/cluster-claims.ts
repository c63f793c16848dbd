import type { Claim } from './claim.ts'
import type { CompareClaims } from './compare-claims.ts'

/** Claims of several sources that say one thing. */
export type ClaimCluster = {
  /** The one that says most about the topic. */
  readonly leader: Claim
  /** The leader first; at most one of each source, its best. */
  readonly claims: readonly Claim[]
}

/** Two claims, or a claim and a note of one's own, that don't fit together; shown, never decided. */
export type ClaimConflict = { readonly kind: 'number' | 'negation'; readonly a: Claim; readonly b: Claim }

/**
 * Puts claims that say one thing together.
 *
 * @param claims - In any order: it does not matter.
 * @param compare - From `claimComparer`.
 */
export function clusterClaims(claims: readonly Claim[], compare: CompareClaims): readonly ClaimCluster[] {
  const clusters: { leader: Claim; members: Claim[] }[] = []
  for (const claim of [...claims].sort(byScore)) {
    const home = clusters.find(({ leader }) => compare(leader, claim) === 'same')
    if (home === undefined) clusters.push({ leader: claim, members: [claim] })
    else if (!home.members.some(({ sourceId }) => sourceId === claim.sourceId)) home.members.push(claim)
  }
  return clusters.map(({ leader, members }) => ({ leader, claims: members }))
}

/**
 * Claims of different sources that contradict each other in a number or by a negation, the strongest first.
 *
 * @param compare - From `claimComparer`.
 * @returns At most one for each two sources.
 */
export function findConflicts(claims: readonly Claim[], compare: CompareClaims): readonly ClaimConflict[] {
  const sorted = [...claims].sort(byScore)
  return strongest(
    sorted.flatMap((a, index) => conflictsOf(a, sorted.slice(index + 1), compare)),
    ({ a, b }) => [a.sourceId, b.sourceId].sort().join('\n'),
  )
}

/**
 * Claims that contradict one's own notes, the strongest first.
 *
 * @param options - `notes`: claims of notes; `compare`: from `claimComparer`.
 * @returns At most one for each note, which is `b`.
 */
export function findLocalConflicts(
  claims: readonly Claim[],
  { notes, compare }: { readonly notes: readonly Claim[]; readonly compare: CompareClaims },
): readonly ClaimConflict[] {
  const sorted = [...notes].sort(byScore)
  return strongest(
    [...claims].sort(byScore).flatMap((a) => conflictsOf(a, sorted, compare)),
    ({ b }) => b.sourceId,
  )
}

function conflictsOf(a: Claim, others: readonly Claim[], compare: CompareClaims): readonly ClaimConflict[] {
  return others.flatMap((b): readonly ClaimConflict[] => {
    if (a.sourceId === b.sourceId) return []
    const relation = compare(a, b)
    if (relation === 'same' || relation === 'other') return []
    return [{ kind: relation === 'contradicts-number' ? 'number' : 'negation', a, b }]
  })
}

function strongest(
  conflicts: readonly ClaimConflict[],
  keyOf: (conflict: ClaimConflict) => string,
): readonly ClaimConflict[] {
  const sorted = [...conflicts].sort(
    (x, y) => y.a.score + y.b.score - x.a.score - x.b.score || byScore(x.a, y.a) || byScore(x.b, y.b),
  )
  const found = new Map<string, ClaimConflict>()
  for (const conflict of sorted) if (!found.has(keyOf(conflict))) found.set(keyOf(conflict), conflict)
  return [...found.values()]
}

/** Best first; among equals by source and place, so that nothing depends on the order of the input. */
export function byScore(a: Claim, b: Claim): number {
  return b.score - a.score || (a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : a.start - b.start)
}
