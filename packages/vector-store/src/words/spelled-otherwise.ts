/**
 * How else a word may stand in an index that takes letters for those without marks: in German `ä` is written `ae` too.
 * An `e` at the end, or before a last `s`, belongs to other languages: values, blue.
 */
export function spelledOtherwise(word: string): readonly string[] {
  const plain = word.normalize('NFC').toLowerCase()
  const long = plain.replaceAll(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter)
  const short = plain.replaceAll(/([aou])e(?=[b-df-hj-np-rtv-zß]|s\p{L})/gu, '$1').replaceAll('aeu', 'au')
  return [long, short].filter((one) => one !== plain)
}

/**
 * What finds a word in texts in lower case, as a regular expression, however its umlauts and sharp s are written.
 * @param word - Letters, marks and digits only.
 * @example partPattern('Straße') // 'stra(?:ß|ss)e'
 */
export function partPattern(word: string): string {
  const plain = word.normalize('NFC').toLowerCase()
  return plain
    .replaceAll(/ä|ae/g, '(?:ä|ae)')
    .replaceAll(/ö|oe/g, '(?:ö|oe)')
    .replaceAll(/ü|ue/g, '(?:ü|ue)')
    .replaceAll(/ß|ss/g, '(?:ß|ss)')
}
