/**
 * A name as people type it who have no key for its accents: Latin and Greek letters without them, Arabic and Hebrew
 * without the signs for vowels, wide and narrow forms as the usual ones.
 *
 * What is a letter of its own or the vowel of a syllable stays: `й` is not `и`, `デ` is not `テ`, and without `ो` the
 * Hindi `कोड` is no word.
 *
 * @example plainLetters('Prüfer') // 'Prufer'
 */
export function plainLetters(text: string): string {
  const composed = text.normalize('NFKD').replaceAll(joiner, '').replaceAll(accents, '').normalize('NFC')
  return composed.replaceAll(additions, '').replaceAll(strayMarks, '').normalize('NFC')
}

// Within a syllable, as in ශ්‍රී.
const joiner = /\u200D/g
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}/gu
// What no letter has taken up: stress, variants of emoji and ideographs.
const additions = /[\p{M}&&[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]]/gv
const strayMarks = /(?<![\p{L}\p{M}\p{N}])\p{M}+/gu
