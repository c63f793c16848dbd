import { stopWords, wordsOf } from '@datacortex/text'
import { spacedWords } from './spaced-words.ts'

/** The words of a text that carry its meaning, without endings, repeated. Scripts without spaces give pairs. */
export function contentTerms(text: string): readonly string[] {
  const terms: string[] = []
  for (const word of wordsOf(withoutAddresses(text))) {
    if (stopWords.has(word)) continue
    if (!unspaced.test(word)) terms.push(roughStem(word))
    else for (const pair of pairs(word)) terms.push(pair)
  }
  return terms
}

/** The same word by word, also of Chinese and Japanese, where that is not sure enough to compare texts by. */
export function wordTerms(text: string): readonly string[] {
  return wordsOf(spacedWords(withoutAddresses(text)))
    .filter((word) => !stopWords.has(word))
    .map(roughStem)
}

/** A Markdown text whose links are only their words. */
export function withoutAddresses(text: string): string {
  return text.includes('](') ? text.replaceAll(destination, ']') : text
}

/** A word without its most common English or German endings; short words lose a plural at most. */
export function roughStem(word: string): string {
  if (word.length <= 4) return shortForms.test(word) ? word.slice(0, -1) : word
  const stem = word.replace(ending, '')
  // “Shortens” has two, “shorten” one.
  return stem === word ? word : roughStem(stem)
}

/** `runs`, `cats`; not `news`, `gas`, `plus`. */
const shortForms = /^\p{L}{2}[bdfgklmnprt]s$/u
const ending = /(?:ies|ings?|ed|es|s|en|e|y)$/u
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const destination = /\]\([^()\s]{0,2000}(?:\s"[^"\n]{0,200}")?\)/g

function pairs(word: string): readonly string[] {
  const characters = Array.from(word)
  if (characters.length < 3) return [word]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
