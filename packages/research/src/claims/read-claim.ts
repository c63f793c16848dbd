import { contentTerms, findEntities, withDigits } from '@datacortex/knowledge-extractor/text'
import { wordsOf } from '@datacortex/text'
import { citedWorks } from '../dedup/work-ids-of.ts'
import { normaliseUrl } from '../dedup/normalise-url.ts'
import type { Claim, Statement } from './claim.ts'
import { polesOf } from './opposites.ts'
import { plainText } from './plain-text.ts'
import { readNumbers } from './read-numbers.ts'
import { splitClauses } from './split-clauses.ts'

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
  const read = withDigits(text)
  const names = findEntities(text).filter(({ kind }) => kind === 'name' || kind === 'acronym')
  return {
    terms: contentTerms(read),
    ...readNumbers(read),
    names: [...new Set(names.map(({ text: name }) => name.toLowerCase()))].sort(),
    negated: negation.test(text.toLowerCase()) || otherNegation.test(text.toLowerCase()),
    poles: polesOf(wordsOf(text)),
  }
}

// Words that turn a statement round, in the languages that the sentences are split in best.
const negation =
  /\b(?:not|no|never|none|neither|nor|cannot|fails? to|failed to|nicht|kein(?:e|en|er|em)?|niemals|jamais|nunca)\b|n['’]t\b|(?<!\p{L})(?:ne\s|n['’])\p{L}+(?:\s\p{L}+){0,2}\s(?:pas|plus|rien|aucune?|guère)(?!\p{L})/u

// Without these, a denial in another language would confirm what it denies.
const otherNegation =
  /(?<![\p{L}\p{M}])(?:не|нет|нельзя|ні|لا|لم|لن|ليس|ليست|नहीं|לא|não|niet|geen|ikke|inte|nie|değil|không|tidak|δεν|δε|μην|όχι)(?![\p{L}\p{M}])|不(?![仅僅但同列断斷少])|[没沒無]|无(?!线)|未(?![来來])|ない|なかった|ません|ไม่/u

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
