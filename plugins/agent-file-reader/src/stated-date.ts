/** A date that a file states, as exact as it is: `2024`, `2024-05`, `2024-05-06` or a time in UTC. */
export function statedDate(value: unknown): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : timeOf(value)
  if (typeof value === 'number') return statedDate(String(value))
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const plain = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text)
  if (plain !== null) return Number.isNaN(Date.parse(text)) ? undefined : text
  const isTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
  if (!isTime) return undefined
  const zoned = /Z$|[+-]\d\d:?\d\d$/i.test(text) ? text : `${text}Z`
  const at = new Date(zoned.replace(' ', 'T'))
  return Number.isNaN(at.getTime()) ? undefined : timeOf(at)
}

function timeOf(date: Date): string {
  return date
    .toISOString()
    .replace('.000Z', 'Z')
    .replace(/T00:00:00Z$/, '')
}
