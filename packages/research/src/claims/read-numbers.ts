import { type Quantity, findQuantities } from '@datacortex/knowledge-extractor/text'
import type { ClaimNumber, Statement } from './claim.ts'

/** The amounts of a sentence, and the years that it speaks of: these say when, not how much. */
export function readNumbers(text: string): Pick<Statement, 'numbers' | 'years'> {
  const quantities = findQuantities(text).filter((quantity) => !isPartOfName(quantity, text))
  const isWhen = (quantity: Quantity): boolean => quantity.unit === 'decade' || isYear(quantity, text)
  return {
    numbers: amountsOf(
      quantities.filter((one) => !isWhen(one)),
      text,
    ),
    years: quantities
      .filter(isWhen)
      .map(({ value, unit }) => ({ from: value, to: unit === 'decade' ? value + 9 : value })),
  }
}

/** Of “five to six hours” only the six has a unit. */
function amountsOf(quantities: readonly Quantity[], text: string): readonly ClaimNumber[] {
  return quantities.flatMap((quantity, place): readonly ClaimNumber[] => {
    const [before, next] = [quantities[place - 1], quantities[place + 1]]
    if (before !== undefined && isRange(before, quantity, text)) return []
    const { value, unit } = quantity
    return next !== undefined && isRange(quantity, next, text)
      ? [{ value, to: next.value, unit: next.unit }]
      : [{ value, unit }]
  })
}

/** “From 5 to 6 %” is a change. */
function isRange(first: Quantity, second: Quantity, text: string): boolean {
  return (
    first.unit === undefined &&
    second.unit !== undefined &&
    first.value < second.value &&
    /^\s?(?:to|or|and|bis|oder|und|–)\s?$/u.test(text.slice(first.end, second.start)) &&
    !/\b(?:from|von)\s$/iu.test(text.slice(Math.max(0, first.start - 10), first.start))
  )
}

/** The 40 of “Kestrel 40” is part of a name and counts nothing. */
function isPartOfName({ value, unit, start }: Quantity, text: string): boolean {
  if (unit !== undefined || !Number.isInteger(value) || value >= 1000) return false
  const word = /(\p{Lu}[\p{L}\p{N}-]*)\s$/u.exec(text.slice(0, start))?.[1]
  return word !== undefined && !months.test(word)
}

const months = /^(?:jan|feb|mar|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])/iu

/** Before 1500 a number of four digits is a year only where a word says so. */
function isYear({ text: written, value, unit, start }: Quantity, text: string): boolean {
  if (unit !== undefined || !/^\d{4}$/u.test(written) || value < 1000 || value > 2100) return false
  return value >= 1500 || when.test(text.slice(Math.max(0, start - 20), start))
}

const when = /\b(?:in|since|until|year|anno|jahre?|seit|bis|en)\s$/iu
