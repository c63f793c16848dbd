import {
  type Numeral,
  type NumeralContext,
  alone,
  counted,
  digitsOf,
  isCapitalisedInside,
  percentOf,
} from './numeral.ts'
import { readUnit } from './units.ts'

const digits = 'ein zwei drei vier fünf sechs sieben acht neun'
const teens = 'zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'
const tens = 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'
const values: ReadonlyMap<string, number> = new Map([...counted(`${digits} ${teens}`, 1), ...counted(tens, 20, 10)])
const parts: ReadonlyMap<string, number> = new Map(
  counted('drittel viertel fünftel sechstel siebtel achtel neuntel zehntel', 3),
)

const [digit, below20, tensOf] = [digits, `${digits} ${teens}`, tens].map((words) => words.replaceAll(' ', '|'))
const below100 = `(?:(?:${digit})und(?:${tensOf})|${tensOf}|${below20})`
const below1000 = `(?:(?:${digit})?hundert(?:(?:und)?${below100})?|${below100})`
const cardinal = `(?:${below1000})?tausend(?:(?:und)?${below1000})?|${below1000}`
const wholes = '(?:der|des|von|aller|seiner|ihrer|unserer|dieser)'

export const germanNumerals: readonly Numeral[] = [
  {
    pattern: new RegExp(
      String.raw`${alone.start}(?<count>${digit}|einem|eines)\s(?<part>${[...parts.keys()].join('|')})n?s?(?=\s${wholes}\s)`,
      'giu',
    ),
    read: (_, { groups: { count = '', part = '' } }) =>
      `${percentOf(values.get(count.toLowerCase()) ?? 1, parts.get(part.toLowerCase()))} %`,
  },
  { pattern: new RegExp(String.raw`${alone.start}(?:die|der)\sHälfte(?=\s${wholes}\s)`, 'giu'), read: () => '50 %' },
  {
    pattern: new RegExp(String.raw`${alone.start}ein(?:e[rn]?)?\shalbe[nrs]?(?=\s\p{Lu})`, 'gu'),
    read: (_, { after }) => (isMeasured(after) ? '0.5' : undefined),
  },
  {
    pattern: new RegExp(String.raw`${alone.start}(?:ander(?<one>t)halb|(?<count>${digit})einhalb)${alone.end}`, 'giu'),
    read: (_, { groups: { count = 'ein' } }) => digitsOf((values.get(count.toLowerCase()) ?? 1) + 0.5),
  },
  {
    pattern: new RegExp(String.raw`${alone.start}(?<count>${digit}|eine[mnrs]?)\sDutzend${alone.end}`, 'giu'),
    read: (_, { groups: { count = '' } }) => digitsOf(12 * (values.get(count.toLowerCase()) ?? 1)),
  },
  {
    pattern: new RegExp(`${alone.start}(?:eine[mnrs]?|${cardinal})${alone.end}`, 'giu'),
    read: readCardinal,
  },
]

function readCardinal(found: string, { before, after }: NumeralContext): string | undefined {
  if (isCapitalisedInside(found, before)) return undefined
  const word = found.toLowerCase()
  if (/^eine?[mnrs]?$/u.test(word))
    return isMeasured(after) || /\b(?:nur|genau|lediglich)\s$/iu.test(before) ? '1' : undefined
  // The elf of a tale is no eleven.
  if (word === 'elf' && !/^\s\p{Lu}/u.test(after)) return undefined
  return digitsOf(valueOf(word))
}

const isMeasured = (after: string): boolean => readUnit(after) !== undefined || /^\s(?:Million|Milliarde)/u.test(after)

function valueOf(word: string): number {
  const [thousands, rest] = word.includes('tausend') ? word.split('tausend') : [undefined, word]
  return (thousands === undefined ? 0 : 1000 * (belowThousand(thousands) || 1)) + belowThousand(rest ?? '')
}

function belowThousand(word: string): number {
  const [hundreds, rest] = word.includes('hundert') ? word.split('hundert') : [undefined, word]
  const own = (rest ?? '').replace(/^und/u, '')
  const [one, ten] = own.split('und')
  const below = ten === undefined ? (values.get(own) ?? 0) : (values.get(one ?? '') ?? 0) + (values.get(ten) ?? 0)
  return (hundreds === undefined ? 0 : 100 * (values.get(hundreds.replace(/^und/u, '')) ?? 1)) + below
}
