import { isRecord } from '@datacortex/platform'

/** Fields of a value that may be anything; none if it is no map. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

/** A list whose items may be anything; none if it is no list. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
