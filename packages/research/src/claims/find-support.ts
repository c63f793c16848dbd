import type { Claim } from './claim.ts'
import { type ClaimCluster, byScore } from './cluster-claims.ts'
import type { CompareClaims } from './compare-claims.ts'

/** Adds to a cluster what other sources say of the same further down, in sentences that say little of the topic. */
export function findSupport(
  { leader, claims }: ClaimCluster,
  { others, compare }: { readonly others: readonly Claim[]; readonly compare: CompareClaims },
): ClaimCluster {
  const known = new Set(claims.map(({ sourceId }) => sourceId))
  const found = new Map<string, Claim>()
  for (const claim of [...others].sort(byScore))
    if (!known.has(claim.sourceId) && !found.has(claim.sourceId) && compare(leader, claim) === 'same')
      found.set(claim.sourceId, claim)
  return { leader, claims: [...claims, ...found.values()] }
}
