import { fenceFor, neutraliseMarkdown, oneLine } from '@datacortex/content'
import { isRecord } from '@datacortex/platform'
import type { FileSettings } from './file-settings.ts'
import { markdownTable } from './markdown-table.ts'

/** A JSON value as people read it, and how much was left out: objects and lists as lists, lists of flat objects as tables. */
export function jsonMarkdown(value: unknown, settings: FileSettings) {
  const counts = { deeper: 0, more: 0 }
  const lines: string[] = []
  const blocks: string[] = []
  const flush = (): void => {
    if (lines.length > 0) blocks.push(lines.splice(0).join('\n'))
  }
  const write = (item: unknown, { label, depth }: { label: string; depth: number }): void => {
    const start = `${'  '.repeat(Math.max(0, depth - 1))}- ${label}`
    if (typeof item !== 'object' || item === null) {
      if (depth === 0) blocks.push(scalar(item, 'block'))
      else lines.push(`${start}${label === '' ? '' : ': '}${scalar(item, 'line')}`)
      return
    }
    const entries: readonly (readonly [string, unknown])[] = Array.isArray(item)
      ? item.map((each: unknown) => ['', each] as const)
      : Object.entries(item)
    if (depth >= settings.max_depth && entries.length > 0) {
      counts.deeper += 1
      lines.push(`${start}${label === '' ? '' : ': '}…`)
      return
    }
    const shown = entries.slice(0, settings.max_rows)
    counts.more += entries.length - shown.length
    const columns =
      Array.isArray(item) && depth <= 1 ? tableColumns(item.slice(0, settings.max_rows), settings) : undefined
    if (columns !== undefined) {
      flush()
      if (label !== '') blocks.push(label)
      blocks.push(markdownTable([columns, ...shown.map(([, row]) => columns.map((key) => cellOf(row, key)))]))
      return
    }
    if (depth > 0) lines.push(entries.length === 0 ? `${start}${label === '' ? '' : ': '}none` : start.trimEnd())
    for (const [key, each] of shown) write(each, { label: key === '' ? '' : `**${keyText(key)}**`, depth: depth + 1 })
  }
  write(value, { label: '', depth: 0 })
  flush()
  return { text: blocks.join('\n\n'), ...counts }
}

/** Keys of a list of flat objects, if all have about the same. */
function tableColumns(items: readonly unknown[], { max_columns: maxColumns }: FileSettings) {
  if (items.length < 2) return undefined
  const keys = new Set<string>()
  let filled = 0
  for (const item of items) {
    if (!isRecord(item) || Object.values(item).some((value) => typeof value === 'object' && value !== null))
      return undefined
    for (const key of Object.keys(item)) keys.add(key)
    filled += Object.keys(item).length
    if (keys.size > maxColumns) return undefined
  }
  return keys.size > 0 && filled >= items.length * keys.size * 0.5 ? [...keys] : undefined
}

function cellOf(row: unknown, key: string): string {
  const value = isRecord(row) ? row[key] : undefined
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
}

function keyText(key: string): string {
  return neutraliseMarkdown(oneLine(key)).text.replaceAll('*', String.raw`\*`)
}

function scalar(value: unknown, place: 'line' | 'block'): string {
  if (typeof value !== 'string') return String(value)
  if (place === 'block' && value.includes('\n')) return `${fenceFor(value)}\n${value}\n${fenceFor(value)}`
  return neutraliseMarkdown(oneLine(value)).text
}
