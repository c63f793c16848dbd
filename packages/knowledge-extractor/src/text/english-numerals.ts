import {
  type Numeral,
  type NumeralContext,
  alone,
  counted,
  digitsOf,
  isCapitalisedInside,
  isSentenceStart,
  percentOf,
} from './numeral.ts'
import { readUnit } from './units.ts'

const ones =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const values: ReadonlyMap<string, number> = new Map([
  ...counted(ones, 1),
  ...counted('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
])

const parts: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ['halves', 2],
  ['quarter', 4],
  ...counted('third fourth fifth sixth seventh eighth ninth tenth', 3),
])

const cardinal = `(?:${[...values.keys()].join('|')}|hundred|thousand|dozen)`
const part = `(?:${[...parts.keys()].join('|')})`

export const englishNumerals: readonly Numeral[] = [
  {
    pattern: new RegExp(
      String.raw`${alone.start}(?<count>an?|one|two|three|four|five|six|seven|eight|nine)[\s-](?<part>${part})s?(?=\s+of\s)`,
      'giu',
    ),
    read: (_, { groups: { count = '', part: of = '' } }) =>
      `${percentOf(values.get(count.toLowerCase()) ?? 1, parts.get(of.toLowerCase()))}%`,
  },
  {
    // “The second half of the year” is no share.
    pattern: new RegExp(
      String.raw`${alone.start}(?<!\b(?:the|this|that|each|either|first|second|latter|other|last|next|early|late|top|bottom|upper|lower|left|right|northern|southern|eastern|western)\s)half(?=\s+(?:of\s+(?!that\b|this\b|it\b|them\b|which\b)|(?:the|all|its|their|our)\s))`,
      'giu',
    ),
    read: () => '50%',
  },
  {
    pattern: new RegExp(
      String.raw`${alone.start}half\san?(?=\s(?:hour|day|year|month|minute|second|mile|kilomet|met(?:er|re)|lit(?:er|re)|kilogram|tonne|ton|million|billion|percent)(?:er|re)?s?${alone.end})`,
      'giu',
    ),
    read: () => '0.5',
  },
  {
    pattern: new RegExp(String.raw`${alone.start}an?(?=\s(?:million|billion|trillion)${alone.end})`, 'giu'),
    read: () => '1',
  },
  {
    // Ordinals such as “twenty-fifth” and parts such as “two thirds” are no amounts of their own.
    pattern: new RegExp(
      String.raw`${alone.start}(?:an?\s(?=hundred|thousand|dozen))?${cardinal}(?:(?:[\s-]|(?<=hundred|thousand)\sand\s)${cardinal})*(?:\sand\sa\shalf)?${alone.end}(?!-(?:first|second|${part})|\s(?:half|halves|third|quarter|fifth|tenth)s?${alone.end})`,
      'giu',
    ),
    read: readCardinal,
  },
]

function readCardinal(found: string, { before, after }: NumeralContext): string | undefined {
  if (isCapitalisedInside(found, before) || (/^\p{Lu}/u.test(found) && /^\s\p{Lu}/u.test(after))) return undefined
  const [run = '', half] = found.toLowerCase().split(/\sand\sa\shalf$/u)
  if (run === 'one' && half === undefined && !isCounted(before, after)) return undefined
  const value = valueOf(run.split(/[\s-]+(?:and\s+)?/u))
  return value === undefined ? undefined : digitsOf(value + (half === undefined ? 0 : 0.5))
}

/** “One” is mostly an article or a pronoun. */
function isCounted(before: string, after: string): boolean {
  const unit = readUnit(after) ?? (/^\s(?:million|billion|trillion)/iu.test(after) ? '' : undefined)
  if (unit !== undefined) return unit !== 'd' || !isSentenceStart(before)
  return (
    /\b(?:only|just|exactly|has|have|had|with)\s$/iu.test(before) &&
    /^\s(?!(?:of|or|and|in|to|on|at|for|that|who|which|another|by|from|as|when|if)\b)\p{Ll}/u.test(after)
  )
}

/** Undefined for words that make no number together, as in “nineteen thirty-six”. */
function valueOf(words: readonly string[]): number | undefined {
  let [thousands, rest] = [0, 0]
  for (const word of words) {
    const value = /^an?$/u.test(word) ? 1 : values.get(word)
    if (value !== undefined) {
      const free = rest % 100
      if (free !== 0 && !(value < 10 && free >= 20 && free % 10 === 0)) return undefined
      rest += value
    } else if (rest === 0) return undefined
    else if (word === 'dozen') rest *= 12
    else if (word === 'hundred' && rest < 100) rest *= 100
    else if (word === 'thousand' && thousands === 0) [thousands, rest] = [rest * 1000, 0]
    else return undefined
  }
  return thousands + rest
}
