import type { TextSpan } from './text-span.ts'

/** A number of a text. */
export type Quantity = TextSpan & {
  readonly value: number
  /** `%`, a currency or a unit in its short form; absent for a bare number. */
  readonly unit?: string | undefined
}

/**
 * The numbers of a text with their units, so that the same quantity written in two ways is equal.
 *
 * @param text - Any text.
 * @returns In order. Numbers that are part of a word, a version, a date or an address are left out.
 * @example findQuantities('It grew by 1.5 million tonnes.')[0] // { value: 1500000, unit: 't', … }
 */
export function findQuantities(text: string): readonly Quantity[] {
  const found: Quantity[] = []
  for (const match of text.matchAll(number)) {
    const { sign = '', before = '', digits = '' } = match.groups ?? {}
    const value = parseNumber(digits)
    if (value === undefined) continue
    const numberEnd = match.index + match[0].length
    const scale = readScale(text.slice(numberEnd, numberEnd + 24))
    const after = text.slice(numberEnd + scale.length, numberEnd + scale.length + 40)
    const unit = currencies.get(before) ?? readUnit(after)
    const length = currencies.has(before) ? 0 : (unitLength(after) ?? 0)
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

function parseNumber(written: string): number | undefined {
  const digits = written.replaceAll(/['’\u00A0\u202F]/g, '')
  const marks = digits.replaceAll(/\d/g, '')
  if (/[.,]{2}/.test(digits) || marks.length > 4) return undefined
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last === -1) return Number(digits)
  const isGrouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(digits)
  // One dot before three digits is a decimal in English and a thousand in German; the comma is the reverse.
  if (isGrouped && (marks.length > 1 || marks === ',')) return Number(digits.replaceAll(/[.,]/g, ''))
  if (marks.length > 1 && marks[0] === marks.at(-1)) return undefined
  return Number(`${digits.slice(0, last).replaceAll(/[.,]/g, '')}.${digits.slice(last + 1)}`)
}

const scales: readonly (readonly [RegExp, number])[] = [
  [/^[\s\u00A0-]?(?:thousand|tausend|k(?=\b(?!\w)))(?!\p{L})/iu, 1e3],
  [/^[\s\u00A0-]?(?:millions?|million(?:en)?|mio\.?|mn|m(?=\b(?![\w²³/])))(?!\p{L})/u, 1e6],
  [/^[\s\u00A0-]?(?:billions?|bn|milliarden?|mrd\.?)(?!\p{L})/iu, 1e9],
  [/^[\s\u00A0-]?(?:trillions?|tn)(?!\p{L})/iu, 1e12],
]

function readScale(after: string): { readonly factor: number; readonly length: number } {
  for (const [pattern, factor] of scales) {
    const found = pattern.exec(after)
    // A lone m is metres unless money stands before it; that case is rare enough to leave it a unit.
    if (found !== null && !/^\s?[mk]$/i.test(found[0])) return { factor, length: found[0].length }
  }
  return { factor: 1, length: 0 }
}

const currencies = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
])

const units = new Map<string, string>(
  (
    '%:%,percent,prozent,pct;USD:usd,dollars,dollar,us-dollar;EUR:eur,euros,euro,€;GBP:gbp,pounds sterling;' +
    'kg:kg,kilograms,kilogram,kilogramm;g:g,grams,gram,gramm;mg:mg,milligrams;µg:µg,μg,mcg;t:t,tonnes,tonne,tonnen,tons,ton;' +
    'km:km,kilometers,kilometres,kilometer;m:m,meters,metres,meter;cm:cm;mm:mm;nm:nm;mi:miles,mile,meilen;ft:ft,feet;' +
    'l:l,liters,litres,liter;ml:ml;ha:ha,hectares,hektar;°C:°c,degrees celsius,grad celsius,grad;°F:°f;K:kelvin;' +
    's:s,sec,seconds,second,sekunden,sekunde;ms:ms,milliseconds;min:min,minutes,minute,minuten;h:h,hours,hour,stunden,stunde;' +
    'd:days,day,tage,tagen,tag;wk:weeks,week,wochen,woche;mo:months,month,monate,monaten,monat;a:years,year,jahre,jahren,jahr;' +
    'W:w,watts;kW:kw;MW:mw;GW:gw;TW:tw;kWh:kwh;MWh:mwh;GWh:gwh;TWh:twh;Hz:hz;kHz:khz;MHz:mhz;GHz:ghz;' +
    'B:bytes;KB:kb;MB:mb;GB:gb;TB:tb;people:people,persons,menschen,personen;x:x,times,fach'
  )
    .split(';')
    .flatMap((entry) => {
      const [short = '', names = ''] = entry.split(/:(.*)/s)
      return names.split(',').map((name) => [name, short] as const)
    }),
)

const unitName =
  /^[\s\u00A0\u202F-]?(degrees celsius|grad celsius|pounds sterling|us-dollar|%|€|°[cf]|[\p{L}µμ]{1,12})(?!\p{L})/iu

function readUnit(after: string): string | undefined {
  return units.get(unitName.exec(after)?.[1]?.toLowerCase() ?? '')
}

function unitLength(after: string): number | undefined {
  return readUnit(after) === undefined ? undefined : unitName.exec(after)?.[0].length
}
