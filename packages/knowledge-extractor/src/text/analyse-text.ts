import { asideSpans, isWithin } from './aside-spans.ts'
import { isNotice } from './is-notice.ts'
import { isStamp } from './is-stamp.ts'
import { type MeasuredSentence, measureSentences, type RankOptions } from './rank-sentences.ts'
import { type Sentence, splitSentences } from './split-sentences.ts'

/** The sentences of a text, measured once for everything that chooses among them. */
export type TextAnalysis = {
  readonly sentences: readonly Sentence[]
  /** Those that can be quoted: not too long, with words that mean something, no dates of posts or terms of the page; of very long texts every so many. */
  readonly quotable: readonly MeasuredSentence<Sentence>[]
}

/** Reads a text once for {@link summariseAnalysed} and its like. */
export function analyseText(text: string, { title }: Pick<RankOptions, 'title'> = {}): TextAnalysis {
  const sentences = bodySentences(text)
  const all = sentences.filter((sentence) => sentence.text.length <= longestQuotation)
  const telling = all.filter(({ text: words }) => !isStamp(words) && !isNotice(words))
  const short = telling.length === 0 ? all : telling
  const step = Math.ceil(short.length / mostSentences)
  const considered = step > 1 ? short.filter((_, index) => index % step === 0) : short
  return { sentences, quotable: measureSentences(considered, { title }).filter(({ vector }) => vector.size > 0) }
}

/** The sentences of what a text says, without those of what stands beside it. */
export function bodySentences(text: string): readonly Sentence[] {
  const all = splitSentences(text)
  const asides = asideSpans(text)
  return asides.length === 0 ? all : all.filter(({ start }) => !isWithin(asides, start))
}

const mostSentences = 4000
const longestQuotation = 600
