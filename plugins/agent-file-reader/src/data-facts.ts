import { oneLine, sanitiseText } from '@datacortex/content'
import { isRecord } from '@datacortex/platform'

/** What a table is, in a sentence. `rows`: how many, without the head. */
export function tableFacts(columns: readonly string[], rows: number): string {
  const names = listed(columns)
  const of = `Table of ${counted(rows, 'row', 'rows')}`
  return names === '' ? `${of}.` : `${of} with the ${columns.length === 1 ? 'column' : 'columns'} ${names}.`
}

export function jsonFacts(value: unknown): string {
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value
    const names = listed([
      ...new Set(entries.slice(0, mostRead).flatMap((one) => (isRecord(one) ? Object.keys(one) : []))),
    ])
    return `JSON list of ${counted(entries.length, 'entry', 'entries')}${names === '' ? '' : ` with ${names}`}.`
  }
  if (!isRecord(value)) return 'One JSON value.'
  const names = listed(Object.keys(value))
  return names === '' ? 'JSON object without fields.' : `JSON object with ${names}.`
}

/** Entries of a list are much alike. */
const mostRead = 1000
const mostNames = 8
const longestName = 40

function listed(names: readonly string[]): string {
  const shown = names
    .map((name) => oneLine(sanitiseText(name).text).slice(0, longestName).trim())
    .filter((name) => name !== '')
  const more = shown.length - mostNames
  const parts = more > 0 ? [...shown.slice(0, mostNames), `${more} more`] : shown
  return parts.length <= 1 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
