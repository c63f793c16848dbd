/**
 * The letters of these scripts, for a character class of a regular expression; of some scripts the marks that they share with others too, such as the Japanese `ー`.
 *
 * @example new RegExp(`[${unspacedLetters}]+`, 'u')
 */
export const unspacedLetters: string = [
  'Han',
  'Hiragana',
  'Katakana',
  // Its words have spaces, but particles are written onto them.
  'Hangul',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
]
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join('')

const unspaced = new RegExp(`[${unspacedLetters}]`, 'u')

/**
 * Whether a text has letters of a script whose words are not told apart by spaces: Chinese, Japanese, Thai, Lao, Khmer,
 * Burmese, and Korean with its particles.
 *
 * @param text - A word; in a longer text punctuation of these scripts counts too.
 * @example isUnspaced('刹车片') // true
 */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text)
}
