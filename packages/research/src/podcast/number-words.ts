const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales = ['', 'thousand', 'million', 'billion', 'trillion']

/** A number as English words: `1,234.5` is `one thousand two hundred thirty four point five`. */
export function numberWords(digits: string): string {
  const [whole = '0', fraction] = digits.replaceAll(',', '').split('.')
  const words = whole.length > 15 || /^0\d/.test(whole) ? digitWords(whole) : wholeWords(Number(whole))
  return fraction === undefined || fraction === '' ? words : `${words} point ${digitWords(fraction)}`
}

/** A year as it is said: `1984` is `nineteen eighty four`, `2005` is `two thousand five`. */
export function yearWords(year: number): string {
  const century = Math.floor(year / 100)
  const rest = year % 100
  if (year % 1000 < 10) return wholeWords(year)
  if (rest === 0) return `${wholeWords(century)} hundred`
  return `${wholeWords(century)} ${rest < 10 ? 'oh ' : ''}${wholeWords(rest)}`
}

/** `1` is `first`, `21` is `twenty first`. */
export function ordinalWords(value: number): string {
  const words = wholeWords(value).split(' ')
  const last = words.pop() ?? ''
  return [...words, irregular[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`)].join(' ')
}

const irregular: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

function wholeWords(value: number): string {
  if (value < 20) return ones[value] ?? ''
  if (value < 100) return joined(tens[Math.floor(value / 10)] ?? '', value % 10)
  if (value < 1000) return joined(`${ones[Math.floor(value / 100)]} hundred`, value % 100)
  const scale = Math.floor((String(value).length - 1) / 3)
  const unit = 1000 ** scale
  return joined(`${wholeWords(Math.floor(value / unit))} ${scales[scale]}`, value % unit)
}

function joined(words: string, rest: number): string {
  return rest === 0 ? words : `${words} ${wholeWords(rest)}`
}

function digitWords(digits: string): string {
  return Array.from(digits, (digit) => ones[Number(digit)] ?? '').join(' ')
}
