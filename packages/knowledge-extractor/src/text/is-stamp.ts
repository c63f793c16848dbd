import { contentTerms, withoutAddresses } from './content-terms.ts'
import { labelWords } from './label-words.ts'

/** Whether a line only says when something was posted, how often it was seen or what it costs, or is a short field. */
export function isStamp(sentence: string): boolean {
  const line = withoutAddresses(sentence)
  const value = field.exec(line)?.[1]
  if (value !== undefined && (value.match(/[\p{L}\p{N}]+/gu) ?? []).length < fewestWordsOfValue) return true
  if (line.length > mostCharacters || /[.!?…。][)"'”’»*_]*$/u.test(line)) return false
  const words = line.toLowerCase().match(/\p{L}+/gu) ?? []
  if (!/\p{N}/u.test(line) && !words.some((word) => labelWords.has(word))) return false
  const rest = words.filter((word) => word.length > 1 && !labelWords.has(word)).join(' ')
  return contentTerms(rest).length < fewestTerms
}

/** `**Joined:** 4`, as posts have beside them. */
const field = /^\*\*[^*\n]{1,40}:\*\*([^\n]*)$/
const fewestWordsOfValue = 4
const mostCharacters = 300
/** A name may stand with it. */
const fewestTerms = 2
