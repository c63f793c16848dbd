/** A day in parts, as numbers or as somebody wrote them. */
export type DayParts = { readonly [part in 'year' | 'month' | 'day']?: string | number | undefined }

/**
 * A day as ISO 8601 writes it.
 *
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
