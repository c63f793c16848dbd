import type { ExtractedQuote } from '@datacortex/plugin'
import { decisionCues, doubts, insightCues } from './cue-patterns.ts'

/** At most so many of a kind. */
const most = 100

export function findCues(turns: readonly { readonly text: string; readonly start: number }[]): {
  readonly decisions: readonly ExtractedQuote[]
  readonly insights: readonly ExtractedQuote[]
} {
  const decisions: ExtractedQuote[] = []
  const insights: ExtractedQuote[] = []
  for (const { text, start } of turns) {
    if (!decisionCues.test(text) && !insightCues.test(text)) continue
    for (const sentence of sentencesOf(text)) {
      const quote = { ...sentence, start: start + sentence.start, end: start + sentence.end }
      if (/[?？]["'”)\]]*$/.test(sentence.text) || doubts.test(sentence.text)) continue
      if (decisionCues.test(sentence.text)) decisions.push(quote)
      else if (insightCues.test(sentence.text)) insights.push(quote)
    }
  }
  return { decisions: decisions.slice(0, most), insights: insights.slice(0, most) }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Sentences of 15 to 500 characters; marks of lists, headings and quotes are not theirs, code is none. */
function sentencesOf(text: string): readonly ExtractedQuote[] {
  const found: ExtractedQuote[] = []
  let at = 0
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const run = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (run !== undefined) fence = fence === undefined ? run : run.startsWith(fence) ? undefined : fence
    else if (fence === undefined) {
      const mark = /^\s*(?:(?:>|[-+*]|\d{1,3}[.)]|#{1,6})\s+)*/.exec(line)?.[0].length ?? 0
      for (const { segment, index } of segmenter.segment(line.slice(mark))) {
        const trimmed = segment.trim()
        const start = at + mark + index + (segment.length - segment.trimStart().length)
        if (trimmed.length >= 15 && trimmed.length <= 500)
          found.push({ text: trimmed, start, end: start + trimmed.length })
      }
    }
    at += line.length + 1
  }
  return found
}
