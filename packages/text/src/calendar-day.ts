/**
 * A day as ISO 8601 writes it.
 *
 * @param year - Of four digits; `month` counts from 1.
 * @returns Undefined if no calendar has it, such as 31 February.
 * @example calendarDay({ year: 2024, month: 2, day: 29 }) // '2024-02-29'
 */
export function calendarDay({
  year,
  month,
  day,
}: Readonly<Record<'year' | 'month' | 'day', number>>): string | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined
}
