import type { Claim } from './claim.ts'
import type { CompareStatements } from '@datacortex/knowledge-extractor/text'

export type ClaimCluster = {
  /** The one that says most about the topic. */
  readonly leader: Claim
  /** The leader first; at most one of each source, its best. */
  readonly claims: readonly Claim[]
}

/** Two claims, or a claim and a note of one's own, that don't fit together; shown, never decided. */
export type ClaimConflict = { readonly kind: 'number' | 'negation'; readonly a: Claim; readonly b: Claim }

export function clusterClaims(claims: readonly Claim[], compare: CompareStatements<Claim>): readonly ClaimCluster[] {
  const clusters: { leader: Claim; members: Claim[] }[] = []
  for (const claim of [...claims].sort(byScore)) {
    const home = clusters.find(({ leader }) => compare(leader, claim) === 'same')
    if (home === undefined) clusters.push({ leader: claim, members: [claim] })
    else if (!home.members.some(({ sourceId }) => sourceId === claim.sourceId)) home.members.push(claim)
  }
  return clusters.map(({ leader, members }) => ({ leader, claims: members }))
}

export type FindConflictsOptions = {
  readonly compare: CompareStatements<Claim>
  readonly clusters: readonly ClaimCluster[]
}

/** What two sources have against each other is shown, and the others are still heard. */
const mostOfPair = 3

/** Claims of sources that contradict each other, strongest first: one for two statements, three for two sources. */
export function findConflicts(claims: readonly Claim[], { compare, clusters }: FindConflictsOptions) {
  const sorted = [...claims].sort(byScore)
  const statement = statementFinder(clusters, compare)
  return strongest(
    sorted.flatMap((a, index) => conflictsOf(a, sorted.slice(index + 1), compare)),
    { key: ({ a, b }) => pairOf(statement(a), statement(b)), group: ({ a, b }) => pairOf(a.sourceId, b.sourceId) },
  )
}

/** Claims that contradict one's own notes (`b`), strongest first: one for a statement and source, three for a note. */
export function findLocalConflicts(
  claims: readonly Claim[],
  { notes, compare, clusters }: FindConflictsOptions & { notes: readonly Claim[] },
): readonly ClaimConflict[] {
  const sorted = [...notes].sort(byScore)
  const [statement, own] = [statementFinder(clusters, compare), statementFinder(clusterClaims(notes, compare), compare)]
  return strongest(
    [...claims].sort(byScore).flatMap((a) => conflictsOf(a, sorted, compare)),
    { key: ({ a, b }) => [statement(a), own(b), b.sourceId].join('\n'), group: ({ b }) => b.sourceId },
  )
}

const pairOf = (a: string, b: string): string => [a, b].sort().join('\n')

/** Which statement a claim makes: a cluster has only the best claim of a source. */
function statementFinder(
  clusters: readonly ClaimCluster[],
  compare: CompareStatements<Claim>,
): (claim: Claim) => string {
  const known = new Map<Claim, string>()
  return (claim) => {
    const place =
      known.get(claim) ??
      String(clusters.findIndex(({ leader }) => leader === claim || compare(leader, claim) === 'same'))
    known.set(claim, place)
    return place
  }
}

function conflictsOf(a: Claim, others: readonly Claim[], compare: CompareStatements<Claim>): readonly ClaimConflict[] {
  return others.flatMap((b): readonly ClaimConflict[] => {
    if (a.sourceId === b.sourceId) return []
    const relation = compare(a, b)
    if (relation === 'same' || relation === 'other') return []
    return [{ kind: relation === 'contradicts-number' ? 'number' : 'negation', a, b }]
  })
}

type KeyOfConflict = (conflict: ClaimConflict) => string

function strongest(conflicts: readonly ClaimConflict[], { key, group }: { key: KeyOfConflict; group: KeyOfConflict }) {
  const sorted = [...conflicts].sort(
    (x, y) => y.a.score + y.b.score - x.a.score - x.b.score || byScore(x.a, y.a) || byScore(x.b, y.b),
  )
  const found = new Map<string, ClaimConflict>()
  for (const conflict of sorted) if (!found.has(key(conflict))) found.set(key(conflict), conflict)
  const counts = new Map<string, number>()
  return [...found.values()].filter((conflict) => {
    const count = (counts.get(group(conflict)) ?? 0) + 1
    counts.set(group(conflict), count)
    return count <= mostOfPair
  })
}

/** Best first; among equals by source and place, so that nothing depends on the order of the input. */
export function byScore(a: Claim, b: Claim): number {
  return b.score - a.score || (a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : a.start - b.start)
}

/** Adds to a cluster what other sources say of the same further down, in sentences that say little of the topic. */
export function findSupport(
  { leader, claims }: ClaimCluster,
  { others, compare }: { others: readonly Claim[]; compare: CompareStatements<Claim> },
): ClaimCluster {
  const known = new Set(claims.map(({ sourceId }) => sourceId))
  const found = new Map<string, Claim>()
  for (const claim of [...others].sort(byScore))
    if (!known.has(claim.sourceId) && !found.has(claim.sourceId) && compare(leader, claim) === 'same')
      found.set(claim.sourceId, claim)
  return { leader, claims: [...claims, ...found.values()] }
}
