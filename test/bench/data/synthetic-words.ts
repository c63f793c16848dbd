import type { Random } from './random.ts'

const vocabularySize = 20_000

/**
 * Made-up words, as unevenly common as in natural language.
 *
 * @param random - Where they are drawn from.
 * @param count - How many.
 */
export function syntheticWords(random: Random, count: number): readonly string[] {
  return Array.from({ length: count }, () => wordAt(Math.floor(vocabularySize ** random()) - 1))
}

const syllables = 'ka lo mi ne ru sa te vo pi du ga ho bri sten cla fro'.split(' ')

// Drawing the logarithm of the rank evenly makes the n-th word appear in proportion to 1/n: Zipf's law.
function wordAt(rank: number): string {
  let word = ''
  for (let rest = rank + 17; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length] ?? ''
  }
  return word
}
