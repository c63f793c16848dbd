import { splitWord } from '@datacortex/vector-store'
import { isTellingWord, wordsOf } from '@datacortex/text'

/**
 * The words of a query that carry its meaning, each once, in lower case; all of its words if none does.
 * A word of a script without spaces is taken apart as full text does.
 * @example contentWords('When did we learn about tides?') // ['learn', 'tides']
 */
export function contentWords(query: string): readonly string[] {
  const all = [...new Set(wordsOf(query.toWellFormed()).flatMap(splitWord))]
  const content = all.filter(isTellingWord)
  return (content.length === 0 ? all : content).slice(0, mostWords)
}

/** As many as full text looks at. */
const mostWords = 256
