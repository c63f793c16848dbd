import { contentTerms, findEntities, findQuantities } from '@datacortex/knowledge-extractor/text'
import { citedWorks } from '../dedup/work-ids-of.ts'
import { normaliseUrl } from '../dedup/normalise-url.ts'
import type { Claim } from './claim.ts'
import { plainText } from './plain-text.ts'

/** What a claim is read from. */
export type ClaimSpan = {
  readonly sourceId: string
  readonly text: string
  readonly start: number
  readonly end: number
  readonly score: number
  /** Text around it in which its sources are named. */
  readonly paragraph: string
}

/** Everything about a sentence that is compared with other ones. */
export function readClaim({ sourceId, text, start, end, score, paragraph }: ClaimSpan): Claim {
  const plain = plainText(text)
  const names = findEntities(plain).filter(({ kind }) => kind === 'name' || kind === 'acronym')
  return {
    sourceId,
    text,
    start,
    end,
    score,
    plain,
    terms: contentTerms(plain),
    numbers: findQuantities(plain).map(({ value, unit }) => ({ value, unit })),
    names: [...new Set(names.map(({ text: name }) => name.toLowerCase()))].sort(),
    negated: negation.test(plain.toLowerCase()),
    cites: [...citedWorks(paragraph), ...linksOf(paragraph)],
  }
}

// Words that turn a statement round, in the languages that the sentences are split in best.
const negation =
  /\b(?:not|no|never|none|neither|nor|cannot|fails? to|failed to|nicht|kein(?:e|en|er|em)?|niemals|ne pas|jamais|nunca)\b|n['’]t\b/u

function linksOf(paragraph: string): readonly string[] {
  const links = new Set<string>()
  for (const { groups } of paragraph.matchAll(/(?<address>https?:\/\/[^\s<>()[\]"']+)/giu)) {
    const address = groups?.['address']?.replace(/[.,;:!?]+$/u, '')
    const url = address === undefined ? undefined : normaliseUrl(address)
    // A link to a start page names a site, not a source.
    if (url !== undefined && URL.parse(url)?.pathname !== '/') links.add(`link:${url}`)
  }
  return [...links].sort()
}
