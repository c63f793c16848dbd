import { monthNames } from '../rows/month-names.ts'
import { calendarDay } from '@datacortex/text'
import { monthWords } from './month-words.ts'

export type AskedDates = {
  /** `YYYY-MM-DD`, each once. */
  readonly dates: readonly string[]
  /** The text without them. */
  readonly rest: string
}

/** The days that a query or a name says, as many languages write them; `11/10/2026` could be two, and is none. */
export function askedDates(text: string): AskedDates {
  if (!/\d{4}/.test(text)) return { dates: [], rest: text }
  const dates = new Set<string>()
  let rest = text.normalize('NFC')
  for (const form of forms)
    rest = rest.replaceAll(form, (written: string, ...found: unknown[]) => {
      const parts = found.at(-1) as Readonly<Record<'year' | 'month' | 'day', string>>
      const date = askedDay(parts)
      if (date === undefined) return written
      dates.add(date)
      return ' '
    })
  return { dates: [...dates], rest }
}

const month = `(?<month>${monthNames.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|Sept)\\.?`
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'
const year = '(?<year>(?:19|20)\\d\\d)'
const otherMonth = `(?<month>${monthWords.flat().join('|')})\\.?`
const ordinal = '(?:er|[.º])?'

const forms = [
  `${year}([-/._])(?<month>\\d\\d)\\2(?<day>\\d\\d)`,
  `${year}(?<month>\\d\\d)(?<day>\\d\\d)`,
  `(?<day>\\d{1,2})\\. ?(?<month>\\d{1,2})\\. ?${year}`,
  `${day}\\.?(?: of)? ${month},? ${year}`,
  `${month} ${day},? ${year}`,
  `(?<day>\\d{1,2})${ordinal}(?: de)? ב?${otherMonth},?(?: del?)? ${year}`,
  `(?<day>\\d{1,2}) tháng (?<month>\\d{1,2}),?(?: năm)? ${year}`,
]
  .map((form) => new RegExp(`(?<![\\p{L}\\p{N}])${form}(?![\\p{L}\\p{M}\\p{N}])`, 'giu'))
  // No spaces stand around these.
  .concat(/(?<!\d)(?<year>(?:19|20)\d\d) ?[年년] ?(?<month>\d{1,2}) ?[月월] ?(?<day>\d{1,2}) ?[日号號일]/gu)

function askedDay(parts: Readonly<Record<'year' | 'month' | 'day', string>>): string | undefined {
  const word = parts.month.toLowerCase()
  const english = monthNames.findIndex((name) => word.slice(0, 3) === name.slice(0, 3).toLowerCase())
  // "Mars" and "mart" begin as March does, and "juin" as no English month.
  const other = monthWords.findIndex((words) => words.includes(word))
  const named = other < 0 ? english : other
  return calendarDay({ ...parts, month: named < 0 ? parts.month : named + 1 })
}
