/**
 * How long a server asks to wait, from its header `Retry-After`: seconds or a date. A runner hands it on as
 * `details.retryAfterMs`.
 * @returns Milliseconds, at most a day; undefined if it says nothing.
 * @example retryAfterMs(response.headers.get('retry-after'), now())
 * @see RFC 9110 §10.2.3
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (text === '') return undefined
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.min(Math.round(Number(text) * 1000), longestMs)
  // Dates begin with the day of the week; `Date.parse` finds dates in almost anything.
  const date = /^[A-Z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now), longestMs)
}

const longestMs = 24 * 3_600_000
