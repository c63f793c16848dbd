import { calendarDay, oneLine } from '@datacortex/text'
import { longestTag } from '../files/note-limits.ts'
import { normaliseNoteTag } from './note-tags.ts'

export type NoteFields = {
  readonly title?: string | undefined
  readonly type?: string | undefined
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  readonly date?: string | undefined
}

/** Reads the fields that mean something here, values as texts; names are compared without case. */
export function readNoteFields(fields: ReadonlyMap<string, unknown>): NoteFields {
  const lower = new Map([...fields].map(([name, value]) => [name.toLowerCase(), value]))
  const type = asText(lower.get('type')) ?? ''
  return {
    title: asText(lower.get('title')) || undefined,
    type: type === '' || type.length > longestTag ? undefined : type,
    tags: ['tags', 'tag'].flatMap((name) => asList(lower.get(name), /[,\s]+/)).flatMap(normaliseNoteTag),
    aliases: ['aliases', 'alias'].flatMap((name) => asList(lower.get(name), /,/)),
    date: dateNames.map((name) => isoDate(lower.get(name))).find((date) => date !== undefined),
  }
}

const dateNames = ['date', 'created', 'created_at', 'created-at', 'createdat', 'published', 'updated', 'modified']

/** `YYYY-MM-DD` of a text that has a date in it, or is a time in seconds or milliseconds. */
export function isoDate(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (!/^\d{9,13}(?:\.\d+)?$/.test(value)) return writtenDate(value)
  const time = Number(value)
  return timeDate(time > 100_000_000_000 ? time : time * 1000)
}

function writtenDate(text: string): string | undefined {
  return calendarDay(/(?<!\d)(?<year>\d{4})([-/._])(?<month>\d{2})\2(?<day>\d{2})(?!\d)/.exec(text)?.groups)
}

/** The date in the name of a file: `2025-01-31`, `daily.2025.01.31`, `202501311200 Title`. Other numbers are ids. */
export function fileNameDate(name: string): string | undefined {
  const compact = /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?:\d{4}|\d{6})?(?!\d)/
  return writtenDate(name) ?? calendarDay(compact.exec(name)?.groups)
}

function timeDate(time: number): string | undefined {
  // A small number is a year or a count, not a time.
  const known = time > Date.UTC(1980, 0, 1) && time < Date.UTC(2200, 0, 1)
  return known ? new Date(time).toISOString().slice(0, 10) : undefined
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? oneLine(value) : undefined
}

/** Lists as people write them: a YAML list, `[a, b]` or `a, b`. */
function asList(value: unknown, separator: RegExp): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value)
    ? value
    : (asText(value) ?? '').replace(/^\[(.*)\]$/, '$1').split(separator)
  return items.flatMap((item) => asText(item)?.replace(/^(["'])(.*)\1$/, '$2') ?? []).filter((item) => item !== '')
}
