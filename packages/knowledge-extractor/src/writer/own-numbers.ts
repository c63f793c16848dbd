import { findQuantities } from '../text/find-quantities.ts'
import { withDigits } from '../text/with-digits.ts'

/** Tells words that have a number which a source does not have: a model adds such without being asked. */
export function ownNumbers(source: string): (words: string) => boolean {
  const known = new Set(findQuantities(withDigits(source)).map(({ value }) => value))
  const written = new Set(numerals(source))
  return (words) =>
    findQuantities(withDigits(words)).some(({ text, value }) => {
      const [numeral = ''] = numerals(text)
      const isAsWritten = written.has(numeral) && findQuantities(numeral)[0]?.value === Math.abs(value)
      return !known.has(value) && !isAsWritten
    })
}

/** Without zeros before them, as months have them. */
function numerals(text: string): readonly string[] {
  return (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((numeral) => numeral.replace(/^0+(?=\d)/, ''))
}
