import { calendarDay } from '@datacortex/text'

type Numbers = readonly [number, number, number]

/** Which of the three numbers of a date comes first. */
export type DayOrder = 'dmy' | 'mdy' | 'ymd'

/** The order of day and month, found over all dates of a file. */
export function dayOrder(dates: readonly Numbers[]): { readonly order: DayOrder; readonly isSure: boolean } {
  if (dates.some(([first]) => first > 31)) return { order: 'ymd', isSure: true }
  const dayFirst = dates.filter(([first]) => first > 12).length
  const monthFirst = dates.filter(([, second]) => second > 12).length
  if (dayFirst !== monthFirst) return { order: dayFirst > monthFirst ? 'dmy' : 'mdy', isSure: true }
  const backwards = { dmy: steps(dates, 'dmy'), mdy: steps(dates, 'mdy') }
  if (backwards.dmy !== backwards.mdy) return { order: backwards.dmy < backwards.mdy ? 'dmy' : 'mdy', isSure: true }
  return { order: 'dmy', isSure: dates.every(([first, second]) => first === second) }
}

function steps(dates: readonly Numbers[], order: DayOrder): number {
  const days = dates.map((date) => isoDay(date, order) ?? '')
  return days.filter((day, index) => day < (days[index - 1] ?? '')).length
}

/** A date as `2024-05-06`; undefined if there is no such day. */
export function isoDay([a, b, c]: Numbers, order: DayOrder): string | undefined {
  const [year, month, day] = order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b]
  return calendarDay({ year: year < 100 ? year + 2000 : year, month, day })
}
