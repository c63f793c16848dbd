import { isRecord } from '@datacortex/platform'

export function textIn(value: unknown, name: string): string | undefined {
  const found = isRecord(value) ? value[name] : undefined
  return typeof found === 'string' && found.trim() !== '' ? found : undefined
}

/** The items of a field that are objects; none if it is no list. */
export function recordsIn(value: unknown, name: string) {
  const found = isRecord(value) ? value[name] : undefined
  return Array.isArray(found) ? found.filter(isRecord) : []
}

/** The items of a field that are texts; none if it is no list. */
export function textsIn(value: unknown, name: string): readonly string[] {
  const found = isRecord(value) ? value[name] : undefined
  return Array.isArray(found) ? found.filter((item) => typeof item === 'string') : []
}
