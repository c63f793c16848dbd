import { oneLine } from '@datacortex/content'
import { withoutUndefined } from '@datacortex/errors'
import type { WorkIds } from '@datacortex/plugin'

// https://opensource.adobe.com/dc-acrobat-sdk-docs/pdfstandards/PDF32000_2008.pdf
/** A date of a PDF's information as UTC: `D:20240506120000+02'00'` is `2024-05-06T10:00:00Z`. */
export function pdfDate(value: string): string | undefined {
  const match = /^(?:D:)?\s*(\d{4})(\d\d)?(\d\d)?(?:(\d\d)(\d\d)(\d\d)?)?\s*(?:([+-])(\d\d)'?(\d\d)?'?|Z)?/.exec(value)
  if (match === null) return undefined
  const [, year = '', month, day, hour, minute, second = '00', sign, hours = '00', minutes = '00'] = match
  const isDate = Number(year) >= 1970 && Number(month ?? 1) >= 1 && Number(month ?? 1) <= 12
  if (!isDate) return undefined
  if (month === undefined || day === undefined || Number(day) < 1)
    return month === undefined ? year : `${year}-${month}`
  const date = `${year}-${month}-${day}`
  const at = Date.parse(`${date}T${hour ?? '00'}:${minute ?? '00'}:${second}Z`)
  if (Number.isNaN(at)) return year
  if (hour === undefined) return date
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
  return new Date(sign === undefined ? at : at - offset).toISOString().replace('.000Z', 'Z')
}

export function pdfAuthors(value: string): readonly string[] {
  const line = oneLine(value)
  const separator = line.includes(';') ? /;/ : /,\s+(?:and\s+|&\s+)?(?=\S+\s\S)|\s+(?:and|&)\s+/
  const names = line.split(separator).map((name) => name.trim())
  return [...new Set(names.filter((name) => /\p{L}{2}/u.test(name) && !madeUp.test(name)))]
}

/** What programs write when nobody is known. */
const madeUp = /^(?:user|admin(?:istrator)?|unknown|anonymous|author|owner|root|default|microsoft.*|\w+@[\w.]+)$/i

// https://www.crossref.org/blog/dois-and-matching-regular-expressions/
// https://info.arxiv.org/help/arxiv_identifier.html
/** DOI and arXiv id that a document has on its first pages. */
export function workIdsOf(text: string): WorkIds | undefined {
  const doi = /(?:doi(?:\.org)?\s*[:/]?\s*|\b)(10\.\d{4,9}\/[-._;()/:a-z0-9]+)/i
    .exec(text)?.[1]
    ?.replace(/[.,;:)]+$/, '')
  const arxiv = /arxiv(?:\.org\/(?:abs|pdf)\/|\s*:\s*)(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})/i.exec(text)?.[1]
  if (doi === undefined && arxiv === undefined) return undefined
  return withoutUndefined({ doi: doi?.toLowerCase(), arxiv: arxiv?.toLowerCase() })
}
