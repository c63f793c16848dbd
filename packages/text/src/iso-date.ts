/**
 * A date as pages, feeds, files and mails write it, in ISO 8601 and as exact as it is known: a year, a month, a day, or a
 * time in UTC. A time without its zone is only a day.
 * @returns Undefined for what can't be understood, for days that no month has, and for years before 1000 or after 2100.
 * @example isoDate('2024-05-06T10:00:00+02:00') // '2024-05-06T08:00:00.000Z'
 * @see RFC 5322 section 3.3
 */
export function isoDate(raw: string | null | undefined): string | undefined {
  const text = (raw ?? '').trim()
  if (isPastMonth(text)) return undefined
  const partial = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?$/.exec(text)
  if (partial !== null) {
    const [, year = '', month, day] = partial
    const parts = [year, month, day].flatMap((part) => (part === undefined ? [] : [part.padStart(2, '0')]))
    return plausible(parts.join('-'))
  }
  const hasZone = /\d{1,2}:\d{2}.*(?:z|utc|gmt|[+-]\d{2}:?\d{2})\s*$/i.test(text)
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
  if (hasZone) {
    const time = Date.parse(
      text
        .replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
        .replace(/^(\d{4}-\d{2}-\d{2})\s+/, '$1T')
        .replace(/\s+(?=[+-]\d{2}:?\d{2}$|Z$)/i, ''),
    )
    const other = Number.isNaN(time) ? Date.parse(text) : time
    if (!Number.isNaN(other)) return plausible(new Date(other).toISOString())
  }
  if (day !== undefined) return plausible(day)
  // `Date.parse` finds dates in almost anything; a name of a month and a year have to be there.
  if (!/[a-z]{3,}\.?\s+\d|\d\s+[a-z]{3,}/i.test(text) || !/\b\d{4}\b/.test(text)) return undefined
  const time = Date.parse(`${withoutTime(text)} UTC`)
  return Number.isNaN(time) ? undefined : plausible(new Date(time).toISOString().slice(0, 10))
}

/** `Date.parse` makes the first days of March of 30 February. */
function isPastMonth(text: string): boolean {
  const day = withoutTime(text)
  const isPast = /(?<!\d)(?:29|30|31)(?!\d)/.test(day)
  return isPast && new Date(Date.parse(`${day} UTC`)).getUTCDate() <= 3
}

function withoutTime(text: string): string {
  return text.replace(/(?:\s+|T)(?:at\s+)?\d{1,2}:\d{2}.*$/i, '').replaceAll(/(\d)(?:st|nd|rd|th)\b/g, '$1')
}

function plausible(date: string): string | undefined {
  const year = Number(date.slice(0, 4))
  return year >= 1000 && year <= 2100 && !Number.isNaN(Date.parse(date)) ? date : undefined
}

/** A day in parts, as numbers or as somebody wrote them. */
export type DayParts = { readonly [part in 'year' | 'month' | 'day']?: string | number | undefined }

/**
 * A day as ISO 8601 writes it.
 * @param parts - Such as the groups of an expression; `month` counts from 1.
 * @returns Undefined if a part is missing, or no calendar has the day, such as 31 February.
 * @example calendarDay({ year: 2024, month: 2, day: '29' }) // '2024-02-29'
 */
export function calendarDay({ year, month, day }: DayParts = {}): string | undefined {
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const isThere = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return isThere ? date.toISOString().slice(0, 10) : undefined
}
