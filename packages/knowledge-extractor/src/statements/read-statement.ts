import { wordsOf } from '@datacortex/text'
import { contentTerms } from '../text/content-terms.ts'
import { findEntities } from '../text/find-entities.ts'
import { type Quantity, findQuantities } from '../text/find-quantities.ts'
import { withDigits } from '../text/with-digits.ts'
import { label } from './compare-numbers.ts'
import { polesOf } from './opposites.ts'
import { plainMarkdown } from './plain-markdown.ts'
import { splitClauses } from './split-clauses.ts'
import type { StatedNumber, StatedSentence, Statement } from './statement.ts'

/** What a sentence of Markdown says; `before`: the one before it in its paragraph, which “it” may stand for. */
export function readStatement(sentence: string, before?: string): StatedSentence {
  const plain = plainMarkdown(sentence)
  const clauses = splitClauses(plain, before === undefined ? undefined : plainMarkdown(before))
  return { plain, ...statementOf(plain.replace(contrast, '$1')), clauses: clauses.map(statementOf) }
}

/** “At five, not at six” denies nothing of what it says. */
const contrast = /,\s(?:and\s)?(?:not|nicht|pas|niet|non)\s[^,;]{1,60}?([.!]?)$/iu

function statementOf(text: string): Statement {
  const read = withDigits(text)
  const names = findEntities(text).filter(({ kind }) => kind === 'name' || kind === 'acronym')
  return {
    terms: contentTerms(read),
    ...readNumbers(read),
    names: [...new Set(names.map(({ text: name }) => name.toLowerCase()))].sort(),
    negated: negation.test(text.toLowerCase()) || otherNegation.test(text.toLowerCase()),
    poles: polesOf(wordsOf(text)),
  }
}

// Words that turn a statement round, in the languages that the sentences are split in best.
const negation =
  /\b(?:not|no|never|none|neither|nor|cannot|fails? to|failed to|nicht|kein(?:e|en|er|em)?|niemals|jamais|nunca)\b|n['’]t\b|(?<!\p{L})(?:ne\s|n['’])\p{L}+(?:\s\p{L}+){0,2}\s(?:pas|plus|rien|aucune?|guère)(?!\p{L})/u

// Without these, a denial in another language would confirm what it denies.
const otherNegation =
  /(?<![\p{L}\p{M}])(?:не|нет|нельзя|ні|لا|لم|لن|ليس|ليست|नहीं|לא|não|niet|geen|ikke|inte|nie|değil|không|tidak|δεν|δε|μην|όχι)(?![\p{L}\p{M}])|不(?![仅僅但同列断斷少])|[没沒無]|无(?!线)|未(?![来來])|ない|なかった|ません|ไม่/u

/** The amounts of a sentence, and the years that it speaks of: these say when, not how much. */
function readNumbers(text: string): Pick<Statement, 'numbers' | 'years'> {
  const quantities = findQuantities(text).filter((quantity) => !isPartOfName(quantity, text))
  const isWhen = (quantity: Quantity): boolean => quantity.unit === 'decade' || isYear(quantity, text)
  const amounts = amountsOf(
    quantities.filter((one) => !isWhen(one)),
    text,
  )
  return {
    numbers: [...amounts, ...timesOfDay(text)],
    years: quantities
      .filter(isWhen)
      .map(({ value, unit }) => ({ from: value, to: unit === 'decade' ? value + 9 : value })),
  }
}

function timesOfDay(text: string): readonly StatedNumber[] {
  const times = [...text.matchAll(/(?<![\p{N}:.])([01]?\d|2[0-3]):([0-5]\d)(?![\p{N}:])/gu)]
  return times.map(([, hour, minute]) => ({ value: Number(hour) * 60 + Number(minute), unit: 'time of day' }))
}

/** Of “five to six hours” only the six has a unit. */
function amountsOf(quantities: readonly Quantity[], text: string): readonly StatedNumber[] {
  return quantities.flatMap((quantity, place): readonly StatedNumber[] => {
    const [before, next] = [quantities[place - 1], quantities[place + 1]]
    if (before !== undefined && isRange(before, quantity, text)) return []
    const isLabel = quantity.unit === undefined && labelled.test(text.slice(0, quantity.start))
    const { value, unit } = isLabel ? { ...quantity, unit: label } : quantity
    return next !== undefined && isRange(quantity, next, text)
      ? [{ value, to: next.value, unit: next.unit }]
      : [{ value, unit }]
  })
}

const labelled = /(?<![\p{L}\p{M}])(?:ports?|rooms?|numbers?|versions?|lines?|pages?|codes?|zimmer|raum|nummer)\s$/iu

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
