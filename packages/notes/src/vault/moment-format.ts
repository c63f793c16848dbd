/**
 * A time written by a format of moment.js, as daily notes of Obsidian have it; what is no sign of it stays as it is.
 * @example momentFormat(new Date(2026, 0, 31), 'YYYY/MM-MMMM/[on] Do') // '2026/01-January/on 31st'
 * @see https://momentjs.com/docs/#/displaying/format/
 */
export function momentFormat(time: Date, format: string): string {
  return format.replaceAll(
    /\[([^\]]*)\]|YYYY|GGGG|gggg|YY|MMMM|MMM|MM?|Do|DDDD|DDD|DD?|dddd|ddd|WW?|ww?|Q|HH?|hh?|mm?|ss?|A|a/g,
    (sign, literal?: string) => literal ?? written(time, sign),
  )
}

/**
 * The same format as moment.js has it, of one by the letters of Java and Luxon, which Logseq and Dendron use.
 * @example javaFormat('MMM do, yyyy') // 'MMM Do, YYYY'
 */
export function javaFormat(format: string): string {
  return format.replaceAll(/E+|do|d+|y+/g, (sign) => {
    if (sign.startsWith('E')) return sign.length > 3 ? 'dddd' : 'ddd'
    if (sign.startsWith('y')) return sign === 'yy' ? 'YY' : 'YYYY'
    return sign === 'do' ? 'Do' : sign.toUpperCase()
  })
}

function written(time: Date, sign: string): string {
  const [year, month, day, hour] = [time.getFullYear(), time.getMonth(), time.getDate(), time.getHours()]
  const said = (options: Intl.DateTimeFormatOptions): string => time.toLocaleString('en', options)
  const dayOfYear = Math.round((Date.UTC(year, month, day) - Date.UTC(year, 0, 1)) / dayMs) + 1
  const thursday = new Date(Date.UTC(year, month, day + 3 - ((time.getDay() + 6) % 7)))
  const week = Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / dayMs / 7) + 1
  const numbers: Readonly<Record<string, number>> = {
    M: month + 1,
    D: day,
    DDD: dayOfYear,
    W: week,
    w: week,
    Q: Math.floor(month / 3) + 1,
    H: hour,
    h: hour % 12 || 12,
    m: time.getMinutes(),
    s: time.getSeconds(),
  }
  const texts: Readonly<Record<string, string>> = {
    YYYY: String(year).padStart(4, '0'),
    YY: String(year).slice(-2),
    GGGG: String(thursday.getUTCFullYear()),
    gggg: String(thursday.getUTCFullYear()),
    MMMM: said({ month: 'long' }),
    MMM: said({ month: 'short' }),
    Do: `${day}${ordinals[new Intl.PluralRules('en', { type: 'ordinal' }).select(day)]}`,
    DDDD: String(dayOfYear).padStart(3, '0'),
    dddd: said({ weekday: 'long' }),
    ddd: said({ weekday: 'short' }),
    A: hour < 12 ? 'AM' : 'PM',
    a: hour < 12 ? 'am' : 'pm',
  }
  return texts[sign] ?? String(numbers[sign] ?? numbers[sign.slice(1)] ?? sign).padStart(sign.length, '0')
}

const dayMs = 86_400_000
const ordinals = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' } as const
