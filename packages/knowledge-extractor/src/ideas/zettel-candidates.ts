import type { ExtractedDocument } from '@datacortex/plugin'
import { plainMarkdown } from '../statements/plain-markdown.ts'
import { stopWords } from '@datacortex/text'
import { contentTerms } from '../text/content-terms.ts'
import type { TextAnalysis } from '../text/analyse-text.ts'
import { scoreSentences } from '../text/rank-sentences.ts'
import type { Sentence } from '../text/split-sentences.ts'
import type { Passage } from './passage.ts'
import { placeFinder } from './place-finder.ts'
import { hasTurns, turn } from './spoken-tasks.ts'
import { standsAlone } from './stands-alone.ts'

export type Idea = { readonly title: string; readonly text: string; readonly quote: Passage }

/** The sentences of a document that can be understood alone, best first, each with its context as quotation. */
export function ideaCandidates(
  document: ExtractedDocument,
  options: {
    limit: number
    analysis: TextAnalysis
    /** What somebody is to do is none. */ actions?: readonly string[]
  },
): readonly Idea[] {
  const { limit, analysis, actions = [] } = options
  const { sentences } = analysis
  const claimOf = claimFinder(document, { sentences, actions })
  if (document.genre === 'listing') return []
  const isOfGoods = document.genre === 'product' || document.genre === 'collection'
  const place = placeFinder(document)
  const isTalk = hasTurns(document.text)
  const ideas: Idea[] = []
  const paragraphs = Map.groupBy(sentences, ({ paragraph }) => paragraph)
  const weight = (one: Sentence) => (paragraphs.get(one.paragraph)?.[0]?.start === one.start ? 1 : laterInParagraph)
  // All of its paragraph, as a label or the name of an offer is.
  const isAlone = ({ paragraph }: Sentence): boolean => paragraphs.get(paragraph)?.length === 1
  const sorted = scoreSentences(analysis.quotable, { early: 0.35 })
    .map((one) => ({ ...one, text: claimOf(one.sentence) ?? '' }))
    .filter(({ text, sentence }) => text !== '' && !(isOfGoods && isAlone(sentence)))
    .map((one) => ({ ...one, order: Number(isOrder(one.text)), score: one.score * weight(one.sentence) }))
    .sort((a, b) => a.order - b.order || b.score - a.score || a.sentence.start - b.sentence.start)
  for (const { sentence, text, order } of sorted) {
    if (ideas.length >= limit || (order === 1 && ideas.some((idea) => !isOrder(idea.text)))) break
    const quote = withContext(sentence, { sentences, text: document.text, isTalk })
    if (contentTerms(text).length < termsOfItsOwn && contentTerms(quote.text).length < fewestTermsOfQuote) continue
    if (ideas.some((idea) => idea.quote.start < quote.end && quote.start < idea.quote.end)) continue
    ideas.push({ title: text, text, quote: place(quote) })
  }
  return ideas
}

/** Finds what a sentence claims that can be understood without the document; undefined if it is to be refused. */
export function claimFinder(
  document: ExtractedDocument,
  { sentences, actions }: { readonly sentences: readonly Sentence[]; readonly actions: readonly string[] },
): (sentence: Sentence) => string | undefined {
  const place = placeFinder(document)
  const before = new Map(sentences.map((sentence, at) => [sentence.start, sentences[at - 1]]))
  const isTalk = hasTurns(document.text)
  return (sentence) => {
    const said = isTalk ? sentence.text.replace(turn, '') : sentence.text
    const text = plainMarkdown(said).replace(lead, '').replaceAll(crossReference, '')
    const { heading = '' } = place(sentence)
    // How something was found out is no idea of it.
    const isOfMethod = methods.test(heading.replace(/^(?:\d{1,2}(?:\.\d{1,2})*\.?\s)/, ''))
    if (sentence.text.includes('![') || isOfMethod || !standsAlone(text)) return undefined
    if (actions.some((action) => action.includes(text.slice(0, 60)))) return undefined
    const last = before.get(sentence.start)
    if (last?.paragraph !== sentence.paragraph) return text
    const named = (words: string, of: string): boolean => {
      const beginnings = new Set(contentTerms(of).map((term) => term.slice(0, sameBeginning)))
      return contentTerms(words).some((term) => beginnings.has(term.slice(0, sameBeginning)))
    }
    // Who answers leaves out what was asked, unless it is named again.
    if (/[?？؟]\W*$/.test(last.text) && !named(text, last.text)) return undefined
    if (said !== sentence.text) return text
    // `The farmers` of a sentence before; not the kilns of a page on kilns, nor the lens of Fresnel.
    const [, noun = '', ...behind] = definite.exec(text) ?? []
    if (noun === '' || behind.some((word) => which.test(word))) return text
    return named(`${noun} ${behind[0] ?? ''}`, `${document.title} ${heading}`) ? text : undefined
  }
}

/** Of `repair`, `repairs` and `réparation`, `répare`. */
const sameBeginning = 5
const definite =
  /^\W{0,3}(?:(?:The|Les?|La|El|Los|Las)\s(?=\p{Ll})|L['’](?=\p{Ll})|(?:Der|Die|Das)\s)([\p{L}-]+)\s(\S+)\s(\S+)/u
/** What follows says which one. */
const which = /^(?:of|that|which|who|whose|between|de|du|des|del|d['’].*|qui|que|dont|entre|von|der|zwischen)$/
/** `(see below)` */
const crossReference =
  /\s\((?:see|cf\.|siehe|vgl\.|voir|véase|ver|см\.)\s[^()]{1,200}\)|（(?:参见|参照|见)[^（）]{1,200}）/giu

/** What comes later in its paragraph mostly bears out what the first sentence claims (Baxendale, 1958). */
const laterInParagraph = 0.6
/** A thought with less around it would be a stub. */
const fewestTermsOfQuote = 12
const termsOfItsOwn = 7
const mostQuoteCharacters = 700

/** An instruction is no claim, and an idea only of a text that has no other: `Rinse the tank`, `Spülen Sie den Tank`, `Rincez le réservoir`, `Промойте бак`. */
function isOrder(sentence: string): boolean {
  const first = /[\p{L}\p{M}]+/u.exec(sentence)?.[0].toLowerCase() ?? ''
  if (/^(?:\p{Lu}\p{L}+en\sSie|(?!assez|chez)\p{L}{3,}ez(?:-\p{L}+)?|\p{L}{2,}[йи]те(?:сь)?)\s|^请/iu.test(sentence))
    return true
  if (!/^[a-z]{2,}(?<!ing|ed|ly|s)$/.test(first) || stopWords.has(first) || beforeArticle.test(first)) return false
  return /^\W{0,3}\w+ (?:the|an?|all|any|each|your|both|one|two|three|\d+) /.test(sentence)
}

/** What stands before an article in English and is no verb. */
const beforeArticle =
  /^(?:unlike|despite|given|half|twice|[ai]long(?:side)?|inside|outside|near|behind|beyond|beneath|towards?|around|throughout|what(?:so)?ever|when(?:ever|ce)|where(?:ver|as)|whether|(?:al)?though|unless|amid|opposite|provided|past|rather|quite|every|n?either)$/

/** A name for what follows, set before it with an arrow. */
const lead = /^[^→⇒.]{2,80}\s[→⇒]\s+/u

const methods =
  /^(?:materials? and methods?|methods?(?: and materials?)?|methodology|experimental (?:set-?up|design|methods?)|data collection|methodik|methoden?|material und methoden?|méthodes?|matériels? et méthodes|métodos?|materiales y métodos|методы|материалы и методы|方法|研究方法|材料与方法|材料と方法)$/iu

/** The sentence with its neighbours in the paragraph, or in what one speaker says, as far as they fit. */
function withContext(
  sentence: Sentence,
  { sentences, text, isTalk }: { sentences: readonly Sentence[]; text: string; isTalk: boolean },
) {
  const at = sentences.indexOf(sentence)
  let [start, end] = [sentence.start, sentence.end]
  const goesOn = (one?: Sentence): boolean => one?.paragraph === sentence.paragraph && !(isTalk && turn.test(one.text))
  const next = sentences[at + 1]
  if (next !== undefined && goesOn(next) && next.end - start <= mostQuoteCharacters) end = next.end
  const before = sentences[at - 1]
  const isThin = contentTerms(text.slice(start, end)).length < fewestTermsOfQuote
  const reaches = before?.paragraph === sentence.paragraph && goesOn(sentence)
  if (isThin && reaches && end - before.start <= mostQuoteCharacters) start = before.start
  return { text: text.slice(start, end), start, end }
}
