import { type StatedSentence, readStatement, statementComparer } from '@datacortex/knowledge-extractor/text'
import { withoutCategory } from './key-points.ts'
import { tellingWords } from './topics.ts'

/**
 * The older key points that a text contradicts: of the same subject, with another value or the contrary. The rule is that of
 * research. `read`: statements that were read before, kept by the caller.
 */
export function contradictedBy<Point extends { readonly text: string }>(
  text: string,
  { points, read = new Map() }: { readonly points: readonly Point[]; readonly read?: Map<string, StatedSentence> },
): readonly Point[] {
  const words = new Set(tellingWords(text))
  const near = points.filter((point) => {
    const others = tellingWords(point.text)
    return others.filter((word) => words.has(word)).length * 2 >= Math.min(words.size, others.length)
  })
  if (near.length === 0) return []
  const statementOf = (sentence: string): StatedSentence => {
    const known = read.get(sentence) ?? readStatement(sentence)
    read.set(sentence, known)
    return known
  }
  const mine = statementOf(text)
  const theirs = near.map((point) => ({ point, statement: statementOf(withoutCategory(point.text)) }))
  const compare = statementComparer([mine, ...theirs.map(({ statement }) => statement)])
  return theirs.flatMap(({ point, statement }) => {
    const relation = compare(mine, statement)
    return relation === 'same' || relation === 'other' ? [] : [point]
  })
}
