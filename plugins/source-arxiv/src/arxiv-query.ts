import { isTellingWord } from '@datacortex/plugin'

/** Words as arXiv's query language has them: few must all be there, of many the most. */
export function arxivQuery(query: string): string | undefined {
  const words = query.match(/[\p{L}\p{N}]+(?:[-.][\p{L}\p{N}]+)*/gu) ?? []
  const telling = words.filter((word) => isTellingWord(word) && word.toLowerCase() !== 'andnot')
  const terms = [...new Set(telling.length > 0 ? telling : words)].slice(0, 12).map((word) => `all:${word}`)
  if (terms.length === 0) return undefined
  // Of a long question, hardly any abstract has every word; the order is by relevance.
  return terms.join(terms.length <= 3 ? ' AND ' : ' OR ')
}
