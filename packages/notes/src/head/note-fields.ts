import { longestTag } from '../files/note-limits.ts'
import { normaliseNoteTag } from './note-tags.ts'

/** Fields of a front matter as values of one kind; whatever has a wrong shape is passed over. */
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
  const title = asText(lower.get('title'))
  const type = asText(lower.get('type'))
  return {
    title: title === '' ? undefined : title,
    type: type === '' || (type?.length ?? 0) > longestTag ? undefined : type,
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
  const found = /(?<!\d)(\d{4})([-/._])(\d{2})\2(\d{2})(?!\d)/.exec(text)
  return found === null ? undefined : calendarDate(found[1], found[3], found[4])
}

/** The date in the name of a file: `2025-01-31`, `daily.2025.01.31`, `202501311200 Title`. Other numbers are ids. */
export function fileNameDate(name: string): string | undefined {
  const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:\d{4}|\d{6})?(?!\d)/.exec(name)
  return writtenDate(name) ?? (compact === null ? undefined : calendarDate(compact[1], compact[2], compact[3]))
}

function timeDate(time: number): string | undefined {
  // A small number is a year or a count, not a time.
  const known = time > Date.UTC(1980, 0, 1) && time < Date.UTC(2200, 0, 1)
  return known ? new Date(time).toISOString().slice(0, 10) : undefined
}

function calendarDate(year = '', month = '', day = ''): string | undefined {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  // 31 February becomes a day of March instead of nothing.
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) ? undefined : `${year}-${month}-${day}`
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : undefined
}

/** Lists as people write them: a YAML list, `[a, b]` or `a, b`. */
function asList(value: unknown, separator: RegExp): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value)
    ? value
    : (asText(value) ?? '').replace(/^\[(.*)\]$/, '$1').split(separator)
  return items.flatMap((item) => asText(item)?.replace(/^(["'])(.*)\1$/, '$2') ?? []).filter((item) => item !== '')
}
