import { isUnspaced, partPattern, splitWord, unspacedLetters } from '@datacortex/vector-store'
import { isTellingWord, wordsOf } from '@datacortex/text'

export type QueryWord = {
  readonly word: string
  /** The word without its ending, lower case: a text without it needs no closer look. */
  readonly stem: string
  /** Global; finds the word with any short ending, or parts of words of scripts without spaces, in lower-case text. */
  readonly pattern: RegExp
}

const mostWords = 32

/** The words of a query that carry its meaning, each once by its stem; small words only where there are no others. */
export function queryWords(query: string): readonly QueryWord[] {
  const all = wordsOf(query).flatMap(splitWord)
  const content = all.filter(isTellingWord)
  const words = new Map((content.length === 0 ? all : content).map((word) => [stemOf(word), word]))
  return [...words].slice(0, mostWords).map(([stem, word]) => queryWord(stem, word))
}

/** How often a word stands in a text. `lowered`: the text in lower case. */
export function countWord(lowered: string, word: QueryWord): number {
  const mayStand = lowered.includes(word.stem) || partPattern(word.stem) !== word.stem
  return mayStand ? (lowered.match(word.pattern)?.length ?? 0) : 0
}

/** Whether a word stands within a longer one in a text in lower case: as its beginning, or as a part of a compound. */
export function holdsPart(lowered: string, { word }: QueryWord): boolean {
  if (word.length < 4 || isUnspaced(word)) return false
  const pattern = partPattern(word)
  return pattern === word ? lowered.includes(word) : new RegExp(pattern, 'u').test(lowered)
}

/** A pattern takes a millisecond to compile, and most words stand in no text that is looked at. */
function queryWord(stem: string, word: string): QueryWord {
  let pattern: RegExp | undefined
  return {
    word,
    stem,
    get pattern() {
      return (pattern ??= patternOf(stem))
    },
  }
}

/** English endings only; a word of another language keeps its own and is found as it is written. */
function stemOf(word: string): string {
  return word.length > 4 ? roughStem(word) : word.replace(/(?<=..)s$/u, '')
}

function patternOf(stem: string): RegExp {
  // Nothing shows where a word begins or ends.
  if (isUnspaced(stem)) return new RegExp(stem, 'gu')
  const ending = stem.length > 2 ? `${letter}{0,3}` : ''
  return new RegExp(`(?<!${sign})${partPattern(stem)}${ending}(?!${sign})`, 'gv')
}

/** Next to signs of scripts without spaces a word of another one begins and ends: 用Docker部署. */
const sign = String.raw`[[\p{L}\p{M}\p{N}]--[${unspacedLetters}]]`
const letter = String.raw`[\p{L}--[${unspacedLetters}]]`

/** A lower-case word without its most common English ending, so that `tides` and `tide` are one. */
export function roughStem(word: string): string {
  return word.length > 4 ? word.replace(ending, '') : word
}

const ending = /(?:ies|ings?|ed|es|s|e|y)$/u

/** The score by words alone of what is not indexed, 0–1: never 1, since nothing is known of how rare they are. */
export function wordScore(has: readonly unknown[], asked: readonly unknown[]): number {
  return has.length / (asked.length + 1)
}
