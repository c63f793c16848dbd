/**
 * Whether an English word tells one text from another: not `the`, `of`, `how` and the like.
 *
 * For sources whose provider knows no words that mean little, or that seek by themselves.
 *
 * @param word - In any case.
 * @example 'the friction of tides'.split(' ').filter(isTellingWord) // ['friction', 'tides']
 */
export function isTellingWord(word: string): boolean {
  return !empty.has(word.toLowerCase())
}

const empty: ReadonlySet<string> = new Set(
  (
    'a about an and are as at be by do does for from has have how in into is it its not of on or than that the their ' +
    'this to was were what when where which who why with'
  ).split(' '),
)
