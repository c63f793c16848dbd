import { isRecord } from '@datacortex/platform'
import { type Pair, type YAMLMap, isMap, isScalar, isCollection, isNode, visit } from 'yaml'
import { type Change, changeAt, changedKeys, entriesOf, keyText, legacyOf, pairsOf, changedNode } from './change.ts'
import type { PatchContext, TextPatch } from './text-patch.ts'
import { patchFlowMap } from './patch-flow-map.ts'
import { patchList } from './patch-list.ts'
import { renderPair, renderFlow } from './render-yaml.ts'
import { type SourceText, isEmpty, isInline } from './source-text.ts'

/** The smallest changes that make a map say what a change wants; undefined if it is written in another way. */
export function patchMap(node: YAMLMap, change: Change, context: PatchContext): readonly TextPatch[] | undefined {
  const { source, style } = context
  if (node.flow === true) return patchFlowMap(node, change, context)
  const [first] = node.items
  if (!isScalar(first?.key) || !first.key.range) return undefined
  const column = source.column(first.key.range[0])
  const patches: (TextPatch | undefined)[] = []
  const added: string[] = []
  for (const key of changedKeys(change)) {
    const at = changeAt(change, key)
    const older = pairsOf(node, legacyOf(change.level, key))
    const pairs = pairsOf(node, [key])
    const pair = pairs.at(-1)
    patches.push(...older.map((each) => removePair(each, source)))
    if (at.after === undefined) patches.push(...pairs.map((each) => removePair(each, source)))
    else if (pair !== undefined)
      patches.push(...(patchPair(pair, older.length > 0 ? { ...at, before: undefined } : at, context) ?? [undefined]))
    else if (!(at.after instanceof Map && at.after.size === 0)) {
      const [head = '', ...lines] = renderPair(key, { value: at.after, column, style })
      added.push(`${' '.repeat(column)}${head}`, ...lines)
    }
  }
  if (added.length > 0) patches.push(append(node, { lines: added, isContainer: change.level === 'container' }, context))
  const known = patches.filter((patch) => patch !== undefined)
  return known.length === patches.length ? known : undefined
}

function patchPair(pair: Pair, change: Change, context: PatchContext): readonly TextPatch[] | undefined {
  const { before, after } = change
  if (isMap(pair.value) && pair.value.flow === true && isRecord(before) && isRecord(after)) {
    const patches = patchFlowMap(pair.value, change, context)
    if (patches !== undefined) return patches
  }
  if (isMap(pair.value) && isRecord(before) && isRecord(after) && keepsKeys(pair.value, change)) {
    const patches = patchMap(pair.value, change, context)
    if (patches !== undefined) return patches
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const patches = patchList(pair.value, { before, after }, context)
    if (patches !== undefined) return patches
  }
  return patchValue(pair, changedNode(pair.value, change, context.document), context)
}

// A map that loses all its keys can't stay a block; a container is left without a value instead.
function keepsKeys(node: YAMLMap, { before, after, level }: Change): boolean {
  if (after instanceof Map || entriesOf(after).length > 0) return true
  const gone = new Set(entriesOf(before).flatMap(([key]) => [key, ...legacyOf(level, key)]))
  return node.items.some(({ key }) => !gone.has(keyText(key)))
}

function removePair(pair: Pair, source: SourceText): TextPatch | undefined {
  const end = source.blockEnd(pair)
  const start = isScalar(pair.key) ? pair.key.range?.[0] : undefined
  if (end === undefined || start === undefined || !source.isFirstInLine(start)) return undefined
  return { start: source.lineStart(start), end, text: '' }
}

function append(
  node: YAMLMap,
  { lines, isContainer }: { lines: readonly string[]; isContainer: boolean },
  { source, style }: PatchContext,
): TextPatch | undefined {
  const last = node.items.at(-1)
  const end = last === undefined ? undefined : source.blockEnd(last)
  if (end === undefined) return undefined
  const isSpaced = isContainer && node.items.length > 1 && hasBlankBefore(last, source)
  return { start: end, end, text: [...(isSpaced ? [''] : []), ...lines, ''].join(style.eol) }
}

function hasBlankBefore(pair: Pair | undefined, { text, lineStart }: SourceText): boolean {
  if (!isScalar(pair?.key) || !pair.key.range) return false
  const above = text.slice(0, lineStart(pair.key.range[0])).slice(-4000).split('\n').slice(0, -1)
  return above.findLast((line) => !line.trimStart().startsWith('#'))?.trim() === ''
}

/** Patches that replace the value of a `key: value` and keep the comment behind it; undefined for other forms. */
function patchValue(pair: Pair, given: unknown, context: PatchContext): readonly TextPatch[] | undefined {
  const { source, style, document } = context
  const colon = source.afterColon(pair)
  if (colon === undefined || !isScalar(pair.key) || !pair.key.range) return undefined
  const node = pair.value
  const behind = commentBehind(node, source)
  const value = withoutComment(given, behind)
  // A comment inside brackets has no place on one line, and empty brackets are no choice of style.
  const isOneLine = isCollection(node) && node.flow === true && !hasComment(withoutComment(node, behind))
  if (isOneLine && node.items.length > 0 && node.range) {
    const [start, end] = node.range
    const padding = source.text[start + 1] === ' ' ? ' ' : ''
    return [{ start, end, text: renderFlow(isNode(value) ? value.toJS(document) : value, padding) }]
  }
  const column = source.column(pair.key.range[0])
  const [head = '', ...lines] = renderPair('k', { value, column, style })
  const onKeyLine = head.slice(2)
  const below = lines.map((line) => `${line}${style.eol}`).join('')
  if (isEmpty(node) || isInline(node)) {
    const end = isEmpty(node) ? colon : source.nodeEnd(node)
    if (end === undefined) return undefined
    const next = source.lineEnd(end)
    return [
      { start: colon, end, text: onKeyLine },
      { start: next, end: next, text: below },
    ]
  }
  const end = source.blockEnd(pair)
  if (end === undefined) return undefined
  const header = isScalar(node) ? (/^\s*\S+/.exec(source.text.slice(colon))?.[0].length ?? 0) : 0
  return [
    { start: colon, end: colon + header, text: onKeyLine },
    { start: source.lineEnd(colon), end, text: below },
  ]
}

/** The comment behind the bracket that closes a collection, which stays where it is. */
function commentBehind(node: unknown, { text, lineEnd }: SourceText): string | undefined {
  if (!isCollection(node) || node.flow !== true || !node.range) return undefined
  const [, end] = node.range
  return /^[ \t]*#([^\r\n]*)/.exec(text.slice(end, lineEnd(end)))?.[1]
}

/** The parser gives a collection the comments before and behind its closing bracket as one. */
function withoutComment(value: unknown, behind: string | undefined): unknown {
  if (behind === undefined || !isCollection(value) || value.comment?.endsWith(behind) !== true) return value
  const copy: unknown = value.clone()
  if (isCollection(copy)) copy.comment = value.comment.slice(0, -behind.length).replace(/\n$/, '')
  return copy
}

function hasComment(node: unknown): boolean {
  let found = false
  if (!isNode(node)) return found
  visit(node, {
    Node(_, { comment, commentBefore }) {
      if (!comment && !commentBefore) return undefined
      found = true
      return visit.BREAK
    },
  })
  return found
}
