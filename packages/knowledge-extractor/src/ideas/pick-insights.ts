import type { ExtractedDocument } from '@datacortex/plugin'
import type { TextAnalysis } from '../text/analyse-text.ts'
import type { Embed } from '../text/embed.ts'
import { summariseAnalysed, summariseByMeaning } from '../text/summarise.ts'
import type { TextSpan } from '../text/text-span.ts'
import type { Passage } from './passage.ts'
import { placeFinder } from './place-finder.ts'
import { summaryText } from './summary-text.ts'
import { claimFinder } from './zettel-candidates.ts'

/** Something that a document says, with the words by which it says it. */
export type Insight = {
  /** In other words, if a writer found some. */
  readonly statement?: string | undefined
  readonly quote: Passage
}

/** What a document says, in its own words. */
export type Digest = {
  /** L1: the text as a few sentences. */
  readonly summary: string
  /** L2, in the order of the text. */
  readonly insights: readonly Insight[]
  /** Quotations by which something was decided, in a conversation. */
  readonly decisions: readonly Passage[]
}

/** Summary and key insights of a document, all of it quotation but for what a table, data or a list of tasks is. */
export async function extractiveDigest(
  document: ExtractedDocument,
  options: {
    readonly analysis: TextAnalysis
    readonly embed?: Embed | undefined
    /** What somebody is to do tells nothing. */
    readonly actions?: readonly string[] | undefined
    readonly signal: AbortSignal
  },
): Promise<Digest> {
  const { analysis, embed, actions = [], signal } = options
  const { text, conversation } = document
  const place = placeFinder(document)
  const summary = summariseAnalysed(analysis, { sentences: summarySentences })
  const wanted = Math.min(mostInsights, Math.max(fewestInsights, Math.round(text.length / charactersPerInsight)))
  const summed = new Set(summary.map(({ start }) => start))
  const claimOf = claimFinder(document, { sentences: analysis.sentences, actions })
  const alone = analysis.quotable.filter(({ sentence }) => claimOf(sentence) !== undefined)
  const others = alone.filter(({ sentence }) => !summed.has(sentence.start))
  // Of a few sentences the summary has all; then their places tell where it is from.
  const telling = { ...analysis, quotable: others.length === 0 ? alone : others }
  const choice = { sentences: wanted, early: 0.35 }
  const found: readonly TextSpan[] =
    embed === undefined || text.length < worthEmbedding
      ? summariseAnalysed(telling, choice)
      : await summariseByMeaning(telling, { ...choice, embed, signal })
  const own = conversation?.insights ?? []
  const insights = uniqueSpans([...own, ...found])
    .filter(saysSomething)
    .slice(0, wanted)
  return {
    summary: summaryText(document, summary),
    insights: insights.toSorted((a, b) => a.start - b.start).map((span) => ({ quote: place(span) })),
    decisions: uniqueSpans(conversation?.decisions ?? [])
      .slice(0, mostInsights)
      .map(place),
  }
}

const summarySentences = 3
const fewestInsights = 3
const mostInsights = 7
const charactersPerInsight = 1500
/** Shorter texts repeat nothing in other words. */
const worthEmbedding = 2000

/** A field with its value, or a heading, tells nothing without what stands around it. */
function saysSomething({ text }: TextSpan): boolean {
  let words = 0
  for (const { isWordLike } of segmenter.segment(text.slice(0, 1000))) if (isWordLike === true) words += 1
  return words >= fewestWords
}

const fewestWords = 4
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

function uniqueSpans(spans: readonly TextSpan[]): readonly TextSpan[] {
  const kept: TextSpan[] = []
  for (const span of spans) if (kept.every(({ start, end }) => span.end <= start || span.start >= end)) kept.push(span)
  return kept
}
