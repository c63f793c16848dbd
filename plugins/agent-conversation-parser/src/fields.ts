import { isRecord } from '@datacortex/platform'

/** An object of an export, whose fields may be anything. */
export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields | undefined {
  return isRecord(value) ? value : undefined
}

export function objectsOf(value: unknown): readonly Fields[] {
  return listOf(value).filter(isRecord)
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** An id, which some exports write as a number. */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textOf(value)
}
