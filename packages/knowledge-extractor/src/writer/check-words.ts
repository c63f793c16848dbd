import type { ExtractedDocument } from '@datacortex/plugin'
import type { Passage } from '../ideas/passage.ts'
import { placeFinder } from '../ideas/place-finder.ts'
import { pointsNowhere } from '../ideas/stands-alone.ts'
import { statementComparer } from '../statements/compare-statements.ts'
import { plainMarkdown } from '../statements/plain-markdown.ts'
import { readStatement } from '../statements/read-statement.ts'
import { asideSpans, isWithin } from '../text/aside-spans.ts'
import { contentTerms } from '../text/content-terms.ts'
import { findEntities } from '../text/find-entities.ts'
import { quoteFinder } from '../text/quote-finder.ts'
import { splitSentences } from '../text/split-sentences.ts'
import { ownNumbers } from './own-numbers.ts'

/** How many proposals went because their quotation is none, because of a number, and because of other words. */
export type Refused = { quotes: number; numbers: number; words: number }

/** Holds what a writer says against the document that it says it of, and counts what it refuses. */
export function wordChecker(document: ExtractedDocument, text: string) {
  const refused: Refused = { quotes: 0, numbers: 0, words: 0 }
  const find = quoteFinder(text)
  const place = placeFinder(document)
  const asides = asideSpans(document.text)
  const known = ` ${contentTerms(`${document.title}. ${text}`).join(' ')} `
  const isNamed = (name: string): boolean => known.includes(` ${contentTerms(name).join(' ')} `)
  /** The passage that a quotation is; what stands beside the text, or says next to nothing, proves nothing. */
  const passageOf = (quote: string): Passage | undefined => {
    const span = find(quote)
    if (span === undefined) refused.quotes += 1
    else if (isWithin(asides, span.start) || contentTerms(span.text).length < fewestTerms) refused.words += 1
    else return place(span)
    return undefined
  }
  /** The words as they may be said with a passage as their proof; empty if they may not. */
  const wordsOf = (words: string, passage: Passage, { alone = true, fewest = 1 }: WordsOptions = {}): string => {
    const said = withoutAddresses(words)
    const isKept = contentTerms(said).length >= fewest && isBorne(said, passage) && (!alone || isWhole(said))
    if (ownNumbers(passage.text)(said)) refused.numbers += 1
    else if (!isKept || !namesOf(said).every(isNamed)) refused.words += 1
    else return said
    return ''
  }
  return { passageOf, wordsOf, refused }
}

/** `fewest`: less terms are no words to keep. */
type WordsOptions = { readonly alone?: boolean; readonly fewest?: number }
const fewestTerms = 3

/** Whether a passage says what some words say: it has a good part of them, and nothing against them. */
function isBorne(words: string, { text }: Passage): boolean {
  const terms = new Set(contentTerms(words))
  if (terms.intersection(new Set(contentTerms(text))).size < terms.size * leastShare) return false
  const passage = readStatement(text)
  return splitSentences(words).every(({ text: sentence }) => {
    const said = readStatement(sentence)
    return !statementComparer([said, passage])(said, passage).startsWith('contradicts')
  })
}

/** Who says the same in other words keeps a third of the words at least. */
const leastShare = 1 / 3

/** A name may be put in place of a pronoun, but comes from the document. */
function namesOf(words: string): readonly string[] {
  return findEntities(words).flatMap(({ text, kind }) => (kind === 'name' || kind === 'acronym' ? [text] : []))
}

/** Whether no sentence speaks to somebody, and the first leans on nothing before it. */
function isWhole(words: string): boolean {
  const [first] = splitSentences(words)
  const sentence = plainMarkdown(first?.text ?? words)
  return pointsNowhere(/[.!。।۔։።]$/u.test(sentence) ? sentence : `${sentence}.`)
}

/** A model never writes an address into a note. */
function withoutAddresses(words: string): string {
  return words
    .replaceAll(/\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replaceAll(/\b(?:https?|ftp|mailto|data|javascript):\S+/gi, '')
    .replaceAll(/\bwww\.\S+|\S+@\S+\.\S+/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
