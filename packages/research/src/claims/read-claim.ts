import { contentTerms, findEntities, findQuantities, words } from '@datacortex/knowledge-extractor/text'
import { citedWorks } from '../dedup/work-ids-of.ts'
import { normaliseUrl } from '../dedup/normalise-url.ts'
import type { Claim, ClaimNumber, Statement } from './claim.ts'
import { polesOf } from './opposites.ts'
import { plainText } from './plain-text.ts'
import { splitClauses } from './split-clauses.ts'

/** What a claim is read from. */
export type ClaimSpan = {
  readonly sourceId: string
  readonly text: string
  readonly start: number
  readonly end: number
  readonly score: number
  /** Text around it in which its sources are named. */
  readonly paragraph: string
  /** The sentence before it in its paragraph: what “it” may stand for. */
  readonly before?: string | undefined
}

/** Everything about a sentence that is compared with other ones. */
export function readClaim({ sourceId, text, start, end, score, paragraph, before }: ClaimSpan): Claim {
  const plain = plainText(text)
  return {
    sourceId,
    text,
    start,
    end,
    score,
    plain,
    ...statementOf(plain),
    clauses: splitClauses(plain, before === undefined ? undefined : plainText(before)).map(statementOf),
    cites: [...citedWorks(paragraph), ...linksOf(paragraph)],
  }
}

function statementOf(text: string): Statement {
  const names = findEntities(text).filter(({ kind }) => kind === 'name' || kind === 'acronym')
  return {
    terms: contentTerms(text),
    numbers: numbersOf(text),
    names: [...new Set(names.map(({ text: name }) => name.toLowerCase()))].sort(),
    negated: negation.test(text.toLowerCase()),
    poles: polesOf(words(text)),
  }
}

/** The 40 of “Kestrel 40” is part of a name and counts nothing. */
function numbersOf(text: string): readonly ClaimNumber[] {
  return findQuantities(text)
    .filter(({ value, unit, start }) => {
      if (unit !== undefined || !Number.isInteger(value) || value >= 1000) return true
      const word = /(\p{Lu}[\p{L}\p{N}-]*)\s$/u.exec(text.slice(0, start))?.[1]
      return word === undefined || months.test(word)
    })
    .map(({ value, unit }) => ({ value, unit }))
}

const months = /^(?:jan|feb|mar|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])/iu

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
