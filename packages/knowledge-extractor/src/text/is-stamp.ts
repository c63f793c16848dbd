import { contentTerms, withoutAddresses } from './content-terms.ts'
import { labelWords } from './label-words.ts'

/**
 * Whether a line only says when something was posted, how often it was seen or what it costs: such lines stand around
 * what people wrote.
 *
 * @param sentence - Of a text; one that ends like a sentence is one.
 * @example isStamp('Feb 20, 2026, 4:55 pm · 5 replies') // true
 */
export function isStamp(sentence: string): boolean {
  const line = withoutAddresses(sentence)
  if (line.length > mostCharacters || /[.!?…。][)"'”’»*_]*$/u.test(line)) return false
  const words = line.toLowerCase().match(/\p{L}+/gu) ?? []
  if (!/\p{N}/u.test(line) && !words.some((word) => labelWords.has(word))) return false
  const rest = words.filter((word) => !labelWords.has(word)).join(' ')
  return contentTerms(rest).length < fewestTerms
}

const mostCharacters = 300
/** A name may stand with it. */
const fewestTerms = 2
