import { isUnspaced } from '@datacortex/vector-store'

/** What stands in quotation marks in a query; one without words, or without an end, is none. Signs alone, such as 🚀, are. */
export function quotedPhrases(query: string): readonly string[] {
  if (!/[\p{L}\p{N}]/u.test(query)) return /\p{S}/u.test(query) ? [query.replaceAll(/["\s]+/g, ' ').trim()] : []
  const found = [...query.matchAll(/"([^"]+)"|[“„]([^“”„"]+)[”“]|«([^«»]+)»/gu)]
  const phrases = found.map((match) => (match[1] ?? match[2] ?? match[3] ?? '').replaceAll(/\s+/g, ' ').trim())
  return [...new Set(phrases)].filter((phrase) => /[\p{L}\p{N}]/u.test(phrase)).slice(0, mostPhrases)
}

const mostPhrases = 8

/** Whether a text has a phrase word for word, whatever the case, breaks of lines, marks of emphasis and links. */
export function holdsPhrase(text: string, phrase: string): boolean {
  const [whole, wanted] = [folded(text), folded(phrase)]
  for (let start = whole.indexOf(wanted); start >= 0; start = whole.indexOf(wanted, start + 1))
    if (!isInWord(whole, start) && !isInWord(whole, start + wanted.length)) return true
  return false
}

function isInWord(text: string, place: number): boolean {
  return /^[\p{L}\p{M}\p{N}]{2}$/u.test(text.slice(Math.max(0, place - 1), place + 1)) && !isBesideUnspaced(text, place)
}

/** Where nothing shows the ends of words, any place may be one. */
function isBesideUnspaced(text: string, place: number): boolean {
  return isUnspaced(text.charAt(place - 1)) || isUnspaced(text.charAt(place))
}

function folded(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[*`]|\[\[|\]\]/g, '')
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}
