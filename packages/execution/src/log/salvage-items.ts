import { parseYaml } from '@datacortex/platform/yaml'
import type { LogList } from './log-entries.ts'
import { findSections, isLogList } from './log-sections.ts'
import { readPlainYaml } from './read-plain-yaml.ts'

/** Reads each entry of a damaged part by itself, so that one slip costs one entry and not all. */
export function salvageItems(written: string) {
  // Such as one that an editor on Windows wrote: its line ends would be taken for two.
  const text = written.replaceAll(/\r\n?/g, '\n')
  const lists: Partial<Record<LogList, readonly unknown[]>> = {}
  let kept = 0
  let lost = 0
  for (const { key, bodyStart, end } of findSections(text)) {
    if (!isLogList(key)) continue
    const read = readItems(text.slice(bodyStart, end))
    lists[key] = [...(lists[key] ?? []), ...read.values]
    kept += read.values.length
    lost += read.lost
  }
  return { lists, kept, lost }
}

type ReadItems = { readonly values: readonly unknown[]; readonly lost: number }

/** YAML takes no tabs before an item. */
function readItems(body: string): ReadItems {
  const widths = /^ *\t/m.test(body) ? [8, 4, 2] : [0]
  const tried = widths.map((width) => readSpaced(withoutTabs(body, width)))
  return tried.reduce((best, other) => (other.values.length > best.values.length ? other : best))
}

function withoutTabs(body: string, width: number): string {
  return width === 0 ? body : body.replaceAll(/^[ \t]+/gm, (lead) => lead.replaceAll('\t', ' '.repeat(width)))
}

function readSpaced(body: string): ReadItems {
  // Without stray lines, such as the marks of a merge in git, which stand at the very left.
  const values = splitItems(body).map((item) => readItem(item) ?? readItem(item.replaceAll(/^[^\s-].*\n?/gm, '')))
  const read = values.filter((value) => value !== undefined)
  return { values: read, lost: values.length - read.length }
}

function splitItems(body: string): readonly string[] {
  const indent = /^( *)- /m.exec(body)?.[1]
  if (indent === undefined) return []
  return body
    .split(new RegExp(`^(?=${indent}- )`, 'm'))
    .filter((item) => item.startsWith(`${indent}- `))
    .map((item) => (indent === '' ? `  ${item.replaceAll('\n', '\n  ')}` : item))
}

function readItem(item: string): unknown {
  const text = `item:\n${item}`
  const plain = readPlainYaml(text)
  if (plain !== undefined) return onlyItem(plain['item'])
  const { document, problems } = parseYaml(text, { merge: true })
  if (problems.length > 0) return undefined
  const value: unknown = document.toJS()
  return typeof value === 'object' && value !== null && 'item' in value ? onlyItem(value.item) : undefined
}

function onlyItem(value: unknown): unknown {
  if (!Array.isArray(value)) return undefined
  const [item, ...others]: readonly unknown[] = value
  return others.length === 0 && typeof item === 'object' ? item : undefined
}
