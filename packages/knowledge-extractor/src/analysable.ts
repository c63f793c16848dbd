import { type Finding, warningFinding } from '@datacortex/errors'
import type { ExtractedDocument } from '@datacortex/plugin'

/** UTF-16 code units: the text of some three books, analysed within seconds. */
export const mostAnalysed = 2_000_000

/** The beginning of a document that is too long to be analysed as a whole, with a finding that says so. */
export function analysable(document: ExtractedDocument): {
  readonly document: ExtractedDocument
  readonly findings: readonly Finding[]
} {
  const { text, blocks, title, conversation } = document
  if (text.length <= mostAnalysed) return { document, findings: [] }
  const end = Math.max(text.lastIndexOf('\n', mostAnalysed), mostAnalysed - 10_000)
  const isInside = (span: { readonly end: number }): boolean => span.end <= end
  const talk = conversation && {
    ...conversation,
    insights: conversation.insights.filter(isInside),
    decisions: conversation.decisions.filter(isInside),
  }
  const finding: Finding = warningFinding('KNOWLEDGE_TEXT_CUT', title, {
    message: `The text has ${text.length} characters; only the first ${end} were analysed.`,
    hint: 'Split the file if the rest matters.',
  })
  const shown = { ...document, text: text.slice(0, end), blocks: blocks.filter(isInside) }
  return { document: talk === undefined ? shown : { ...shown, conversation: talk }, findings: [finding] }
}
