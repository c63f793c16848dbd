import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@datacortex/platform'
import { type YAMLSeq, isAlias, isMap, isNode, isScalar, isSeq } from 'yaml'
import { changedNode } from './change.ts'
import type { PatchContext, TextPatch } from './text-patch.ts'
import { renderItem } from './render-yaml.ts'
import { isInline } from './source-text.ts'

type Lists = { readonly before: readonly unknown[]; readonly after: readonly unknown[] }
type Lines = { readonly start: number; readonly end: number; readonly column: number }

/** Patches of a block list that touch only the items that differ. Undefined if the list must be written as a whole. */
export function patchList(node: unknown, { before, after }: Lists, context: PatchContext) {
  if (!isSeq(node) || node.flow === true || node.items.length !== before.length || after.length === 0) return undefined
  const lines = node.items.map((_, index) => linesOf(node, index, context))
  if (!lines.every((line) => line !== undefined)) return undefined
  if (before.length === after.length)
    return after.flatMap((item, index) => {
      const line = lines[index]
      return line === undefined || isDeepStrictEqual(before[index], item)
        ? []
        : patchItem(node.items[index], { before: before[index], after: item, line }, context)
    })
  return patchMiddle({ before, after }, lines, context)
}

function patchItem(
  node: unknown,
  { before, after, line }: { before: unknown; after: unknown; line: Lines },
  context: PatchContext,
): readonly TextPatch[] {
  const { source, style } = context
  const change = { before, after, level: 'inside' } as const
  if (isMap(node) && isRecord(before) && isRecord(after)) {
    const patches = context.patchMap(node, change, context)
    if (patches !== undefined) return patches
  }
  const rendered = renderItem(changedNode(node, change, context.document), { column: line.column, style })
  const [only = ''] = rendered
  if (
    (isScalar(node) || isAlias(node)) &&
    isInline(node) &&
    node.range &&
    rendered.length === 1 &&
    node.range[1] > node.range[0]
  )
    return [{ start: node.range[0], end: node.range[1], text: only.slice(2) }]
  return [{ start: source.lineStart(line.start), end: line.end, text: text(rendered, { line, context }) }]
}

// What is alike at the beginning and at the end stays; what is between is replaced.
function patchMiddle({ before, after }: Lists, lines: readonly Lines[], context: PatchContext) {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && isDeepStrictEqual(before[head], after[head])) head++
  let tail = 0
  while (tail < shorter - head && isDeepStrictEqual(before.at(-1 - tail), after.at(-1 - tail))) tail++
  const removed = lines.slice(head, before.length - tail)
  const [first] = lines
  const place = removed[0]?.start ?? lines[head - 1]?.end ?? first?.start
  if (first === undefined || place === undefined) return undefined
  const items = after
    .slice(head, after.length - tail)
    .map((item) => renderItem(item, { column: first.column, style: context.style }))
  const inserted = items.map((item) => text(item, { line: first, context })).join('')
  return [...removed.map(({ start, end }) => ({ start, end, text: '' })), { start: place, end: place, text: inserted }]
}

function linesOf(node: YAMLSeq, index: number, { source }: PatchContext): Lines | undefined {
  const item = node.items[index]
  const [start] = (isNode(item) ? item.range : undefined) ?? []
  const end = source.nodeEnd(item)
  if (start === undefined || end === undefined) return undefined
  const dash = /^[ \t]*(?=-)/.exec(source.text.slice(source.lineStart(start), start))?.[0].length
  if (dash === undefined || !/^[ \t]*-[ \t]*$/.test(source.text.slice(source.lineStart(start), start))) return undefined
  return {
    start: source.lineStart(start),
    end: source.text[end - 1] === '\n' ? end : source.lineEnd(end),
    column: dash,
  }
}

function text(rendered: readonly string[], { line, context }: { line: Lines; context: PatchContext }): string {
  return `${' '.repeat(line.column)}${rendered.join(context.style.eol)}${context.style.eol}`
}
