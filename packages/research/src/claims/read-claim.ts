import { readStatement } from '@datacortex/knowledge-extractor/text'
import { normaliseUrl } from '../dedup/normalise-url.ts'
import { citedWorks } from '../dedup/work-ids-of.ts'
import type { Claim } from './claim.ts'

export type ClaimSpan = Pick<Claim, 'sourceId' | 'text' | 'start' | 'end' | 'score'> & {
  /** Text around it in which its sources are named. */
  readonly paragraph: string
  /** The sentence before it in its paragraph: what “it” may stand for. */
  readonly before?: string | undefined
}

export function readClaim({ paragraph, before, ...span }: ClaimSpan): Claim {
  return { ...span, ...readStatement(span.text, before), cites: [...citedWorks(paragraph), ...linksOf(paragraph)] }
}

function linksOf(paragraph: string): readonly string[] {
  const links = new Set<string>()
  for (const [address] of paragraph.matchAll(/https?:\/\/[^\s<>()[\]"']+/giu)) {
    const url = normaliseUrl(address.replace(/[.,;:!?]+$/u, ''))
    // A link to a start page names a site, not a source.
    if (url !== undefined && URL.parse(url)?.pathname !== '/') links.add(`link:${url}`)
  }
  return [...links].sort()
}
