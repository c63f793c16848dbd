/**
 * A date of a source as UTC ISO 8601, as exact as it was given and no more.
 *
 * @param text - ISO 8601, in parts or whole, or as in mails and feeds (`Mon, 06 May 2024 10:00:00 +0200`).
 * @returns Undefined if there is no such day, or it is in another form.
 * @example publishedAt('6 May 2024 10:00 +0200') // '2024-05-06T08:00:00.000Z'
 * @see RFC 5322 §3.3
 */
export function publishedAt(text: string | null | undefined): string | undefined {
  const given = (text ?? '').trim()
  if (/^\d{4}(?:-\d\d){0,2}$/.test(given)) return isDay(given) ? given : undefined
  const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i.exec(given)
  if (iso !== null) return isDay(iso[1] ?? '') ? timeOf(`${iso[1]}T${iso[2]}${zoneOf(iso[3])}`) : undefined
  const mail =
    /^(?:[a-z]+,?\s+)?(\d{1,2}\s+[a-z]{3,9}\s+\d{4})(\s+\d\d:\d\d(?::\d\d)?)?(?:\s+([a-z]{1,5}|[+-]\d{4}))?$/i.exec(
      given,
    )
  if (mail === null) return undefined
  const [, day = '', time, zone = 'GMT'] = mail
  const at = timeOf(`${day}${time ?? ' 00:00'} ${zone === 'Z' ? 'GMT' : zone}`)
  return time === undefined ? at?.slice(0, 10) : at
}

/** `2024-02-31` is a date for some and a day in March for others. */
function isDay(text: string): boolean {
  const full = `${text}-01-01`.slice(0, 10)
  return timeOf(`${full}T00:00:00Z`)?.startsWith(full) === true
}

function zoneOf(zone = 'Z'): string {
  return /^[+-]/.test(zone) ? zone.replace(/^(...)(\d\d)$/, '$1:$2') : 'Z'
}

function timeOf(text: string): string | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
