export function activityTime(line: string): { readonly at?: string | undefined } | undefined {
  const found = english.exec(line) ?? british.exec(line) ?? numeric.exec(line) ?? eastern.exec(line)
  if (found?.groups === undefined) return /^\D{0,20}\d.{0,30}\d{1,2}:\d\d:\d\d.{0,30}$/.test(line) ? {} : undefined
  const { year = '', month = '', day = '', hour = '', minute = '', second = '', half = '', zone = '' } = found.groups
  const monthIndex = /^\d+$/.test(month) ? Number(month) - 1 : months.indexOf(month.slice(0, 3).toLowerCase())
  const offset = offsetMinutes(zone)
  if (monthIndex < 0 || monthIndex > 11 || offset === undefined) return {}
  const twelve = half === '' ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)
  const ms = Date.UTC(Number(year), monthIndex, Number(day), twelve, Number(minute), Number(second))
  return { at: `${new Date(ms - offset * 60_000).toISOString().slice(0, 19)}Z` }
}

const clock = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d):(?<second>\d\d)\s*(?<half>[AP]\.?M\.?)?\s*(?<zone>\S+(?: \S+)?)$`
const english = new RegExp(String.raw`^(?<month>[A-Z][a-z]+)\.? (?<day>\d{1,2}), (?<year>\d{4}),? ${clock}`)
const british = new RegExp(String.raw`^(?<day>\d{1,2}) (?<month>[A-Z][a-z]+)\.? (?<year>\d{4}),? ${clock}`)
const numeric = new RegExp(String.raw`^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}),? ${clock}`)
const eastern = new RegExp(
  String.raw`^(?<year>\d{4})(?:年|/|-)(?<month>\d{1,2})(?:月|/|-)(?<day>\d{1,2})日?,? ${clock}`,
)

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Abbreviations that mean one thing only. `CST` and `IST` mean several, so that nobody can know. */
const zones: Readonly<Record<number, string>> = {
  0: 'UTC GMT WET',
  60: 'WEST CET MEZ',
  120: 'CEST MESZ EET',
  180: 'EEST',
  540: 'JST KST',
  [-240]: 'EDT',
  [-300]: 'EST CDT',
  [-360]: 'MDT',
  [-420]: 'MST PDT',
  [-480]: 'PST',
}

function offsetMinutes(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /^(?:GMT|UTC)([+-])(\d{1,2})(?::?(\d\d))?$/.exec(zone) ?? []
  const known = Object.entries(zones).find(([, names]) => names.split(' ').includes(zone))?.[0]
  if (hours === undefined) return known === undefined ? undefined : Number(known)
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
