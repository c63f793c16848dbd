/** A time of an org file, such as `<2026-11-28 Sat 09:00 +1w>`, in the zone of this machine. */
export type OrgTime = {
  /** Milliseconds since 1970; midnight where only a day is named. */
  readonly at: number
  readonly hasTime: boolean
  readonly repeater?: Repeater | undefined
}

/** `+` from the time itself, `++` until it lies ahead, `.+` from today. */
export type Repeater = {
  readonly mode: '+' | '++' | '.+'
  readonly count: number
  readonly unit: 'h' | 'd' | 'w' | 'm' | 'y'
}

const stamp =
  /<(\d{4})-(\d{2})-(\d{2})(?:[ \t]+[^\d\s>+.-][^\s>]*)?(?:[ \t]+(\d{1,2}):(\d{2})(?:-\d{1,2}:\d{2})?)?([^>]*)>/

/**
 * The time of a keyword in the line of a task with its plans.
 * @example orgTime('SCHEDULED: <2026-11-28 Sat>', 'SCHEDULED')?.hasTime // false
 * @see https://orgmode.org/manual/Timestamps.html
 */
export function orgTime(planning: string, keyword: 'SCHEDULED' | 'DEADLINE'): OrgTime | undefined {
  const [, text = ''] = new RegExp(`\\b${keyword}:[ \\t]*(<[^>]*>)`).exec(planning) ?? []
  const [, year, month, day, hour, minute, rest = ''] = stamp.exec(text) ?? []
  if (year === undefined) return undefined
  const at = new Date(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0)).getTime()
  const [, mode, count, unit] = /(?:^|\s)(\+\+|\.\+|\+)(\d{1,5})([hdwmy])\b/.exec(rest) ?? []
  const repeater =
    unit === undefined || Number(count) === 0
      ? undefined
      : { mode: mode as Repeater['mode'], count: Number(count), unit: unit as Repeater['unit'] }
  return { at, hasTime: hour !== undefined, repeater }
}

/** The same line, with each time that repeats moved on to its next one; a day that was missed is not made up. */
export function movedOn(planning: string, now: number): string {
  return planning.replaceAll(/\b(SCHEDULED|DEADLINE):[ \t]*<[^>]*>/g, (whole, keyword: 'SCHEDULED' | 'DEADLINE') => {
    const time = orgTime(whole, keyword)
    if (time?.repeater === undefined) return whole
    const next = nextTime(time, time.repeater, now)
    const clock = time.hasTime ? ` ${two(next.getHours())}:${two(next.getMinutes())}` : ''
    return whole.replace(stamp, (_, _y, _m, _d, _h, _min, rest: string) => `<${orgDay(next)}${clock}${rest}>`)
  })
}

/**
 * A day as org names it, in the zone of this machine.
 * @example orgDay(new Date(2026, 10, 28)) // '2026-11-28 Sat'
 */
export function orgDay(date: Date): string {
  const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][date.getDay()]
  return `${localDay(date)} ${day}`
}

/**
 * A day in the zone of this machine.
 * @example localDay(new Date(2026, 10, 28)) // '2026-11-28'
 */
export function localDay(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function nextTime(time: OrgTime, { mode, count, unit }: Repeater, now: number): Date {
  const from = new Date(time.at)
  if (mode === '.+') {
    const base = new Date(now)
    base.setHours(unit === 'h' ? base.getHours() : from.getHours(), from.getMinutes(), 0, 0)
    return later(base, count, unit)
  }
  const length =
    { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000, m: 31 * 86_400_000, y: 366 * 86_400_000 }[unit] * count
  // No step by step through years of hours: near to now in one go.
  let steps = Math.max(1, Math.floor((now - time.at) / length) - 1)
  while (later(from, steps * count, unit).getTime() <= now) steps += 1
  return later(from, (mode === '+' && time.at > now ? 1 : steps) * count, unit)
}

/** By the calendar, so that an hour of daylight saving moves nothing. */
function later(date: Date, count: number, unit: Repeater['unit']): Date {
  const next = new Date(date)
  if (unit === 'h') next.setHours(next.getHours() + count)
  if (unit === 'd') next.setDate(next.getDate() + count)
  if (unit === 'w') next.setDate(next.getDate() + 7 * count)
  if (unit === 'm') next.setMonth(next.getMonth() + count)
  if (unit === 'y') next.setFullYear(next.getFullYear() + count)
  return next
}

/** A number of a date or a time, in two digits. */
export function two(value: number): string {
  return String(value).padStart(2, '0')
}
