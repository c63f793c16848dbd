import { isRecord, jsonOf } from '@datacortex/platform'
import type { PageElements } from '../tree/page-elements.ts'

/** A thing that a page describes to machines: a node of JSON-LD. */
export type StructuredThing = { readonly types: readonly string[]; readonly fields: Readonly<Record<string, unknown>> }

/** The things of a page's JSON-LD, those inside others too, and the types of its microdata. */
export function structuredData(elements: PageElements): readonly StructuredThing[] {
  const things: StructuredThing[] = []
  for (const script of elements.named('script')) {
    if (script.getAttribute('type')?.toLowerCase() !== 'application/ld+json') continue
    const text = withoutComment(script.textContent.trim())
    if (text.length < 2_000_000) collect(parsed(text), { things, depth: 0 })
  }
  for (const scope of elements.all)
    if (scope.hasAttribute('itemtype') && scope.hasAttribute('itemscope'))
      things.push({ types: typesOf(scope.getAttribute('itemtype')?.split(/\s+/)), fields: {} })
  return things
}

/** Some pages hide what they tell machines in a comment. */
function withoutComment(text: string): string {
  const opened = text.replace(/^(?:\/\/)?\s*<!--/, '')
  return opened.endsWith('-->') ? opened.slice(0, -3).trimEnd().replace(/\/\/$/, '') : opened
}

/** A field's text: the first of a list, the name of a thing. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return textOf(value[0])
  return isRecord(value) ? textOf(value['name'] ?? value['@value'] ?? value['url']) : undefined
}

const maxDepth = 12
const maxThings = 2000

function parsed(text: string): unknown {
  // Line breaks inside of strings are the usual mistake.
  return jsonOf(text) ?? jsonOf(text.replaceAll(/[\n\r\t]/g, ' ').replaceAll(/,\s*([}\]])/g, '$1'))
}

function collect(value: unknown, state: { readonly things: StructuredThing[]; readonly depth: number }): void {
  const { things, depth } = state
  if (depth > maxDepth || things.length > maxThings) return
  const below = { things, depth: depth + 1 }
  if (Array.isArray(value)) {
    for (const item of value) collect(item, below)
    return
  }
  if (!isRecord(value)) return
  const types = typesOf(value['@type'])
  if (types.length > 0) things.push({ types, fields: value })
  for (const field of Object.values(value)) if (typeof field === 'object') collect(field, below)
}

function typesOf(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((type) => (typeof type === 'string' ? [type.replace(/^.*[/#:]/, '')] : []))
}
