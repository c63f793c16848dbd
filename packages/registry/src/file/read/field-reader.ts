import { isRecord } from '@datacortex/platform'
import type { NormalisationLog } from './normalisation-log.ts'

/** Reads the fields of one agent tolerantly: what has one clear meaning is converted, the rest is left out and reported. */
export type FieldReader = {
  readonly text: (value: unknown, field: string) => string | undefined
  /** Of `deprecated` and `removed`. */
  readonly status: (value: unknown) => StatusFlag | undefined
  readonly list: (value: unknown, field: string) => readonly string[] | undefined
  readonly map: (value: unknown, field: string) => Readonly<Record<string, unknown>> | undefined
}

/** A reader whose conversions are reported under an agent's id. */
export function createFieldReader(id: string, log: NormalisationLog): FieldReader {
  const wrong = (field: string, { expected, value }: { expected: string; value: unknown }): undefined => {
    log.leavesOutField(id, { field, reason: `should be ${expected} but is ${describe(value)}` })
  }

  function text(value: unknown, field: string): string | undefined {
    if (value === undefined || value === null) return undefined
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') {
      log.deviates('REGISTRY_SCALAR_TYPES', id)
      return String(value)
    }
    return wrong(field, { expected: 'text', value })
  }

  function status(value: unknown): StatusFlag | undefined {
    const flag = readStatusFlag(value)
    if (flag?.isOdd === true) log.deviates('REGISTRY_STATUS_VALUE', id)
    else if (flag !== undefined && typeof value !== 'boolean') log.deviates('REGISTRY_SCALAR_TYPES', id)
    return flag
  }

  function list(value: unknown, field: string): readonly string[] | undefined {
    if (value === undefined) return undefined
    if (value === null || value === '') {
      log.deviates('REGISTRY_EMPTY_LIST', id)
      return []
    }
    if (Array.isArray(value)) return value.flatMap((each: unknown, index) => item(each, `${field}[${index}]`))
    if (typeof value !== 'object') {
      log.deviates('REGISTRY_SCALAR_LIST', id)
      return item(value, field)
    }
    const tag = unquotedTag(value)
    if (tag === undefined) return wrong(field, { expected: 'a list of texts', value })
    return item(value, field)
  }

  function item(value: unknown, field: string): readonly string[] {
    if (value === null || value === '') {
      log.deviates('REGISTRY_EMPTY_LIST', id)
      log.passesOver(id, { field, reason: 'is empty' })
      return []
    }
    const tag = unquotedTag(value)
    if (tag !== undefined) {
      log.deviates('REGISTRY_TAGS_UNQUOTED', id)
      return [tag]
    }
    const read = text(value, field)
    return read === undefined ? [] : [read]
  }

  function map(value: unknown, field: string): Readonly<Record<string, unknown>> | undefined {
    if (value === undefined || value === null) return undefined
    return isRecord(value) ? value : wrong(field, { expected: 'a map', value })
  }

  return { text, status, list, map }
}

/** A value of the file in a few words, for messages. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Map) return 'an !!omap'
  if (value instanceof Set) return 'a !!set'
  if (typeof value === 'object') return 'a map'
  const shown = JSON.stringify(value) ?? ''
  return shown.length > 60 ? `${shown.slice(0, 59)}…` : shown
}

// Without quotes `- :AI:` is a map with the key ":AI" and no value.
function unquotedTag(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined
  const [entry, ...more] = Object.entries(value)
  if (entry === undefined || more.length > 0) return undefined
  const [key, nothing] = entry
  return nothing === null && key.startsWith(':') ? `${key}:` : undefined
}

export type StatusFlag = {
  readonly value: boolean
  /** What was written in place of yes: since when, or why. */
  readonly note?: string | undefined
  /** Whether it was written as something else than a word for yes or no. */
  readonly isOdd: boolean
}

/**
 * Reads `deprecated` or `removed`. Whatever is not a no is a yes: nobody writes such a key for an agent that should be
 * found and run.
 * @returns Undefined if nothing is written.
 * @example readStatusFlag('since 2025') // { value: true, note: 'since 2025', isOdd: true }
 */
export function readStatusFlag(value: unknown): StatusFlag | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'boolean') return { value, isOdd: false }
  if (typeof value !== 'string') return { value: value !== 0, isOdd: true }
  const word = value.trim()
  if (/^(?:true|yes|on)$/i.test(word)) return { value: true, isOdd: false }
  return /^(?:false|no|off)$/i.test(word) ? { value: false, isOdd: false } : { value: true, note: word, isOdd: true }
}
