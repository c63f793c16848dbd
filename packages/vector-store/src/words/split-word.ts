// The words of Hangul have spaces, but particles are written onto them.
/**
 * The letters of these scripts, for a character class of a regular expression; of some scripts the marks that they share with others too, such as the Japanese `ー`.
 * @example new RegExp(`[${unspacedLetters}]+`, 'u')
 */
export const unspacedLetters: string = 'Han Hiragana Katakana Hangul Thai Lao Khmer Myanmar'.replaceAll(
  /(\w+) ?/g,
  String.raw`\p{Script_Extensions=$1}`,
)

const unspaced = new RegExp(`[${unspacedLetters}]`, 'u')

/**
 * Whether a text has letters of a script whose words are not told apart by spaces: Chinese, Japanese, Thai, Lao, Khmer,
 * Burmese, and Korean with its particles.
 * @param text - A word; in a longer text punctuation of these scripts counts too.
 * @example isUnspaced('刹车片') // true
 */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text)
}

/**
 * The parts by which full text finds a word: of scripts that put no spaces between words each two adjoining signs, of
 * all others the word itself.
 * @param word - Letters, marks and digits only.
 * @returns At least one part, each of which is its own only part.
 * @example splitWord('刹车片') // ['刹车', '车片']
 */
export function splitWord(word: string): readonly string[] {
  if (!isUnspaced(word)) return [word]
  return (word.normalize('NFC').match(runs) ?? []).flatMap((run) => (isUnspaced(run) ? pairs(signsOf(run)) : [run]))
}

/** The signs of a run of such a script: letters, each with its marks. */
export function signsOf(run: string): readonly string[] {
  return run.match(/[^\p{M}]?\p{M}+|[^\p{M}]/gu) ?? []
}

const runs = new RegExp(`[${unspacedLetters}]+|[^${unspacedLetters}]+`, 'gu')

function pairs(signs: readonly string[]): readonly string[] {
  return signs.length < 2 ? signs : signs.slice(1).map((sign, index) => `${signs[index]}${sign}`)
}
