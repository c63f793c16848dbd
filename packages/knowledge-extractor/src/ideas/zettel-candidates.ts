import type { ExtractedDocument } from '@datacortex/plugin'
import { contentTerms } from '../text/content-terms.ts'
import type { TextAnalysis } from '../text/analyse-text.ts'
import { rankAnalysed } from '../text/analyse-text.ts'
import type { Sentence } from '../text/split-sentences.ts'
import type { Passage } from './position.ts'
import { placeFinder } from './position.ts'

/** One idea that could stand by itself. */
export type Idea = {
  readonly title: string
  /** The idea in a sentence or a few. */
  readonly text: string
  /** The words of the source behind it. */
  readonly quote: Passage
}

/**
 * The sentences of a document that say one whole thing and can be understood without their neighbours, best first,
 * each with its context as quotation.
 *
 * @param document - What was extracted.
 * @param options - Most ideas; its analysis.
 */
export function ideaCandidates(
  document: ExtractedDocument,
  { limit, analysis }: { readonly limit: number; readonly analysis: TextAnalysis },
): readonly Idea[] {
  const { sentences } = analysis
  const place = placeFinder(document)
  const ranked = rankAnalysed(analysis, { early: 0.35 })
  const ideas: Idea[] = []
  for (const { sentence } of ranked.toSorted((a, b) => b.score - a.score || a.sentence.start - b.sentence.start)) {
    if (ideas.length >= limit) break
    if (!standsAlone(sentence.text)) continue
    const quote = withContext(sentence, { sentences, text: document.text })
    if (contentTerms(quote.text).length < fewestTermsOfQuote) continue
    if (ideas.some((idea) => idea.quote.start < quote.end && quote.start < idea.quote.end)) continue
    ideas.push({ title: sentence.text, text: sentence.text, quote: place(quote) })
  }
  return ideas
}

const fewestTerms = 5
const mostWords = 40
/** A thought with less around it would be a stub. */
const fewestTermsOfQuote = 12
const mostQuoteCharacters = 700

/** Whether a sentence is a statement that points to nothing outside itself. */
export function standsAlone(sentence: string): boolean {
  const words = sentence.match(/[\p{L}\p{N}’'-]+/gu) ?? []
  if (words.length > mostWords || contentTerms(sentence).length < fewestTerms) return false
  if (!/^["'“„(*_]*[\p{Lu}\p{N}\p{Lo}]/u.test(sentence) || !/[.!。][)"'”’»*_]*$/u.test(sentence)) return false
  if (/["“”„«»]|https?:|\]\(|\||[{}<>]|\?/.test(sentence)) return false
  if (pointing.has((words[0] ?? '').toLowerCase())) return false
  // Early in a sentence they stand for somebody or something that was named before it.
  if (words.slice(0, 5).some((word) => substitutes.has(word.toLowerCase()))) return false
  return !words.some((word) => personal.has(word.toLowerCase()))
}

const pointing = new Set(
  (
    'it this that these those they he she his her their its such both here there then thus so but and or however ' +
    'therefore moreover furthermore also instead meanwhile another others yet still first second third finally ' +
    'likewise hence consequently nevertheless additionally again next later earlier ' +
    'er sie es dies diese dieser dieses das sein ihr ihre solche hier dort dann so aber und oder jedoch deshalb ' +
    'daher außerdem dennoch zudem dabei dafür damit danach davon darüber auch beide zunächst schließlich'
  ).split(' '),
)
const substitutes = new Set('he she they him her them his their this these those'.split(' '))
const personal = new Set(
  'i me my mine myself you your yours us im ive we our ours ich mich mir mein meine du dich dir dein wir uns unser unsere'.split(
    ' ',
  ),
)

/** The sentence with its neighbours in the paragraph, as far as they fit. */
function withContext(
  sentence: Sentence,
  { sentences, text }: { readonly sentences: readonly Sentence[]; readonly text: string },
): { readonly text: string; readonly start: number; readonly end: number } {
  const at = sentences.indexOf(sentence)
  let [start, end] = [sentence.start, sentence.end]
  const next = sentences[at + 1]
  if (next?.paragraph === sentence.paragraph && next.end - start <= mostQuoteCharacters) end = next.end
  const before = sentences[at - 1]
  const isThin = contentTerms(text.slice(start, end)).length < fewestTermsOfQuote
  if (isThin && before?.paragraph === sentence.paragraph && end - before.start <= mostQuoteCharacters)
    start = before.start
  return { text: text.slice(start, end), start, end }
}
