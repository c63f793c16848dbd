export function instant(value: unknown): string | undefined {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string') return undefined
  if (/^\d{9,}(?:\.\d+)?$/.test(value)) return fromNumber(Number(value))
  if (!/^\d{4}-\d\d-\d\d/.test(value)) return undefined
  if (/T\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/.test(value)) return fromMs(Date.parse(value))
  const day = value.slice(0, 10)
  return Number.isNaN(Date.parse(day)) ? undefined : day
}

function fromNumber(value: number): string | undefined {
  if (!Number.isFinite(value) || value <= 0) return undefined
  return fromMs(value > 1e11 ? value : value * 1000)
}

function fromMs(ms: number): string | undefined {
  // What comes before the first chat or long after today is a mistake, and years above 9999 have another form.
  if (Number.isNaN(ms) || ms < 0 || ms > 4e12) return undefined
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}
