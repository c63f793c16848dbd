import { calendarDay } from '@datacortex/text'
import { spaceError } from '../errors.ts'

/** The time that `--since` names. Without a zone it is local time, as times are shown. */
export function sinceTime(text: string, { now }: { readonly now: number }): Date {
  const given = text.trim()
  const [, amount, unit] = /^(\d+)([dhm])$/.exec(given) ?? []
  const time = unit === 'd' || unit === 'h' || unit === 'm' ? now - Number(amount) * units[unit] : calendarTime(given)
  const since = new Date(time)
  // A span may lead to before all time.
  if (!Number.isNaN(since.getTime())) return since
  throw spaceError('CLI_USAGE', {
    message: `--since ${JSON.stringify(text)} is no time.`,
    hint: 'Give a date such as 2026-01-31, a time such as 2026-01-31T12:00 (here) or 2026-01-31T12:00Z, or a span such as 7d, 12h, 30m.',
  })
}

const units = { d: 86_400_000, h: 3_600_000, m: 60_000 } as const

const dateForm = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/
const timeForm = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/

/** Checked by hand: what is no ISO date goes to a parser that makes a month of `foo 7` and a March of February 30. */
function calendarTime(text: string): number {
  const [date = '', time = '00:00', ...more] = text.split(/[T ]/)
  const day = calendarDay(dateForm.exec(date)?.groups)
  if (!timeForm.test(time) || more.length > 0 || day === undefined) return NaN
  return Date.parse(`${date}T${time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')}`)
}
