import { splitWord } from '@datacortex/vector-store'

/**
 * The words of a query that carry its meaning, each once, in lower case; all of its words if none does.
 * A word of a script without spaces is taken apart as full text does.
 *
 * @example contentWords('When did we learn about tides?') // ['learn', 'tides']
 */
export function contentWords(query: string): readonly string[] {
  const all = [
    ...new Set(
      query
        .toWellFormed()
        .normalize('NFC')
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu)
        ?.flatMap(splitWord),
    ),
  ]
  const content = all.filter((word) => !stopWords.has(word))
  return (content.length === 0 ? all : content).slice(0, mostWords)
}

/** As many as full text looks at. */
const mostWords = 256

const stopWords = new Set(
  (
    'i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself ' +
    'it its itself they them their theirs themselves what which who whom this that these those am is are was were be ' +
    'been being have has had having do does did doing a an the and but if or because as until while of at by for ' +
    'with about against between into through during before after above below to from up down in out on off over ' +
    'under again further then once here there when where why how all any both each few more most other some such no ' +
    'nor not only own same so than too very s t can will just don should now could would may might must shall d ll m ' +
    're ve'
  ).split(' '),
)
