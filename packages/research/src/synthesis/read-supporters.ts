import { sha256 } from '@datacortex/platform'
import { wordsOf } from '@datacortex/text'
import type { Claim } from '../claims/claim.ts'
import type { Supporter } from '../convergence/converge.ts'
import { normaliseUrl } from '../dedup/normalise-url.ts'
import { workIdsOf } from '../dedup/work-ids-of.ts'
import type { ResearchDocument } from './types.ts'

const quotedWords = 9

/** A document as a voice, with what it is itself: who cites that has it from there. */
export function supporterOf(
  document: ResearchDocument,
  { cluster, overlaps }: { readonly cluster: string; readonly overlaps: readonly string[] },
): Supporter {
  const { id, url, canonicalUrl, foundBy = [] } = document
  const own = url === undefined ? undefined : normaliseUrl(url, { canonical: canonicalUrl })
  return {
    sourceId: id,
    cluster,
    overlaps,
    url,
    routes: [...new Set(foundBy.map(({ source }) => source))].sort(),
    primaries: [
      ...Object.entries(workIdsOf(document)).map(([kind, value]) => `${kind}:${value}`),
      ...(own === undefined ? [] : [`link:${own}`]),
    ],
  }
}

/** The same for one claim: what its paragraph cites, and its very words if they are too many to be chance. */
export function supporterOfClaim(supporter: Supporter, claim: Claim): Supporter {
  const spoken = wordsOf(claim.plain)
  const quotation = spoken.length < quotedWords ? [] : [`quote:${sha256(spoken.join(' ')).slice(0, 16)}`]
  return { ...supporter, primaries: [...supporter.primaries, ...claim.cites, ...quotation] }
}
