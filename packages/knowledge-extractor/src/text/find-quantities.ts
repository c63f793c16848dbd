import type { TextSpan } from './text-span.ts'
import { readUnit, unitLength } from './units.ts'

/** A number of a text. */
export type Quantity = TextSpan & {
  readonly value: number
  /** `%`, `decade`, a currency or a unit in its short form; absent for a bare number. */
  readonly unit?: string | undefined
}

/** The numbers of a text with their units; those of versions, dates, addresses and unclear ones (“1.200”) are none. */
export function findQuantities(text: string): readonly Quantity[] {
  const found: Quantity[] = []
  const separators = separatorsOf(text)
  for (const match of text.matchAll(number)) {
    const { sign = '', before = '', digits = '' } = match.groups ?? {}
    const value = parseNumber(digits, separators)
    if (value === undefined) continue
    const numberEnd = match.index + match[0].length
    const decade = /^\d{3}0$/.test(digits)
      ? /^(?:['’]?s|er)(?!\p{L})/u.exec(text.slice(numberEnd, numberEnd + 4))
      : null
    if (decade !== null) {
      const end = numberEnd + decade[0].length
      found.push({ text: text.slice(match.index, end), start: match.index, end, value, unit: 'decade' })
      continue
    }
    const scale = readScale(text.slice(numberEnd, numberEnd + 24))
    const after = text.slice(numberEnd + scale.length, numberEnd + scale.length + 40)
    const unit = currencies.get(before) ?? readUnit(after)
    const length = currencies.has(before) ? 0 : unitLength(after)
    const end = numberEnd + scale.length + length
    found.push({
      text: text.slice(match.index, end),
      start: match.index,
      end,
      value: (sign === '' ? 1 : -1) * value * scale.factor,
      ...(unit === undefined ? {} : { unit }),
    })
  }
  return found
}

const number =
  /(?<![\p{L}\p{N}_.,/:-])(?<sign>[-−](?=[\d$€£¥]))?(?<before>[$€£¥]?)(?<digits>\d[\d.,'’\u00A0\u202F]{0,30}\d|\d)(?![\p{N}]|[:/]\d|-\d)/gu

const scales: readonly (readonly [RegExp, number])[] = [
  [/^[\s\u00A0-]?(?:thousand|tausend|k(?=\b(?!\w)))(?!\p{L})/iu, 1e3],
  [/^[\s\u00A0-]?(?:millions?|million(?:en)?|mio\.?|mn|m(?=\b(?![\w²³/])))(?!\p{L})/u, 1e6],
  [/^[\s\u00A0-]?(?:billions?|bn|milliarden?|mrd\.?)(?!\p{L})/iu, 1e9],
  [/^[\s\u00A0-]?(?:trillions?|billionen|tn)(?!\p{L})/iu, 1e12],
]

function readScale(after: string): { readonly factor: number; readonly length: number } {
  for (const [pattern, factor] of scales) {
    const found = pattern.exec(after)
    // A lone m is metres unless money stands before it; that case is rare enough to leave it a unit.
    if (found !== null && !/^\s?[mk]$/i.test(found[0])) return { factor, length: found[0].length }
  }
  return { factor: 1, length: 0 }
}

const currencies = new Map(Object.entries({ $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' }))

/** How the text of a number parts thousands and decimals; undefined if that can't be told. */
type Separators = 'point for decimals' | 'comma for decimals' | undefined

/** How a text writes numbers, told by the small words of its language. */
function separatorsOf(text: string): Separators {
  if (!/\d[.,]\d{3}(?!\d)/.test(text)) return undefined
  const [english, continental] = [text.match(englishWords)?.length ?? 0, text.match(continentalWords)?.length ?? 0]
  if (english === continental) return undefined
  return english > continental ? 'point for decimals' : 'comma for decimals'
}

const englishWords =
  /(?<![\p{L}\p{N}])(?:the|of|and|is|are|was|were|with|has|have|had|by|for|from|that|it|its|to|at|about)(?!\p{L})/giu
const continentalWords =
  /(?<![\p{L}\p{N}])(?:der|die|das|den|dem|des|und|ist|sind|ein|eine|mit|von|im|auf|für|wird|hat|rund|etwa|zu|bis|el|los|las|una|del|que|con|por|mide|tiene|es|il|di|della|och|het|een|van)(?!\p{L})/giu

/** The value of a number in digits. Gives undefined if it is no number, or could be two. */
function parseNumber(written: string, separators: Separators): number | undefined {
  const digits = written.replaceAll(/['’\u00A0\u202F]/g, '')
  const marks = digits.replaceAll(/\d/g, '')
  if (/[.,]{2}/.test(digits) || marks.length > 4) return undefined
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last === -1) return Number(digits)
  const decimal = Number(`${digits.slice(0, last).replaceAll(/[.,]/g, '')}.${digits.slice(last + 1)}`)
  if (/^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/.test(digits)) {
    const grouped = Number(digits.replaceAll(/[.,]/g, ''))
    if (marks.length > 1) return grouped
    // One point before three digits is a decimal in English and parts thousands in German.
    if (marks === '.')
      return separators === undefined ? undefined : separators === 'point for decimals' ? decimal : grouped
    return separators === 'comma for decimals' ? decimal : grouped
  }
  return marks.length > 1 && marks[0] === marks.at(-1) ? undefined : decimal
}
