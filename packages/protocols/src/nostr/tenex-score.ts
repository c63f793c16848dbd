import type { AgentQuery } from './discovery.ts'

export type ScoredTexts = {
  readonly name: string
  readonly description: string
  readonly texts?: readonly string[] | undefined
}

const points = { capabilities: 10, specialization: 8, keywords: 5 } as const
// "Bonus points for detailed descriptions": the specification gives no number, so it never outweighs a matching word.
const detailed = [200, 400] as const

/**
 * The rule of the specification of TENEX: 10 points for each word of the capabilities that is found, 8 for the
 * specialization, 5 for the keywords, and up to 2 for a detailed description; the bonus alone is no match.
 * @returns 0 if nothing that was asked for is in it.
 * @example tenexScore({ capabilities: 'security audit' }, { name: 'Auditor', description: 'Audits security.' }) // 20
 */
export function tenexScore(query: AgentQuery, { name, description, texts = [] }: ScoredTexts): number {
  const searched = [name, description, ...texts].join('\n').toLowerCase()
  const asked = Object.entries(points).flatMap(([field, worth]) =>
    wordsIn(query[field as keyof typeof points]).map((word) => ({ word, worth })),
  )
  const found = asked.reduce((sum, { word, worth }) => sum + (searched.includes(word) ? worth : 0), 0)
  const bonus = detailed.filter((length) => description.length >= length).length
  return asked.length > 0 && found === 0 ? 0 : found + bonus
}

function wordsIn(text: string | undefined): readonly string[] {
  return [...new Set((text ?? '').toLowerCase().match(/[\p{L}\p{N}+#.-]+/gu) ?? [])]
}
