import { isRecord } from '@datacortex/platform'
import { type Pair, type YAMLMap, isMap, isNode, isScalar } from 'yaml'
import { type Change, changeAt, changedKeys, legacyOf, pairsOf } from './change.ts'
import type { PatchContext, TextPatch } from './text-patch.ts'
import { renderFlow } from './render-yaml.ts'
import { type SourceText, isEmpty } from './source-text.ts'

/** The changes that add, remove and replace keys of a map in braces; undefined if its form can't be patched. */
export function patchFlowMap(node: YAMLMap, change: Change, context: PatchContext): readonly TextPatch[] | undefined {
  const last = node.items.at(-1)
  if (last === undefined || !node.range) return undefined
  const padding = context.source.text[node.range[0] + 1] === ' ' ? ' ' : ''
  const patches: TextPatch[] = []
  const added: string[] = []
  const gone = new Set<Pair>()
  for (const key of changedKeys(change)) {
    const at = changeAt(change, key)
    const older = pairsOf(node, legacyOf(change.level, key))
    const pairs = pairsOf(node, [key])
    const pair = pairs.at(-1)
    const unwanted = at.after === undefined ? [...older, ...pairs] : older
    for (const each of unwanted) gone.add(each)
    if (at.after === undefined) {
      // It came from elsewhere, such as a merge.
      if (unwanted.length === 0) return undefined
    } else if (pair === undefined) added.push(renderFlow({ [key]: at.after }, '').slice(1, -1))
    else {
      const changed = patchPair(pair, older.length > 0 ? { ...at, before: undefined } : at, { context, padding })
      if (changed === undefined) return undefined
      patches.push(...changed)
    }
  }
  if (gone.size > 0) {
    const removed = removeFlowPairs(node, gone, { source: context.source, added })
    if (removed === undefined) return undefined
    patches.push(...removed)
  }
  // What is new takes the place of a last one that goes.
  if (added.length === 0 || gone.has(last)) return patches
  const end = valueEnd(last)
  if (end === undefined) return undefined
  return [...patches, { start: end, end, text: added.map((text) => `, ${text}`).join('') }]
}

function patchPair(
  { value }: Pair,
  at: Change,
  { context, padding }: { readonly context: PatchContext; readonly padding: '' | ' ' },
): readonly TextPatch[] | undefined {
  if (isMap(value) && value.flow === true && isRecord(at.before) && isRecord(at.after)) {
    const patches = patchFlowMap(value, at, context)
    if (patches !== undefined) return patches
  }
  if (!isNode(value) || !value.range || value.range[1] === value.range[0]) return undefined
  const [start, end] = value.range
  return [{ start, end, text: renderFlow(at.after, padding) }]
}

/** Behind the last character of a pair; undefined for a key without a value. */
function valueEnd({ key, value }: Pair): number | undefined {
  if (!isScalar(key) || !isNode(value) || !value.range || value.range[1] === value.range[0]) return undefined
  return value.range[1]
}

type Piece = { readonly start: number; readonly end: number }

/** The changes that remove pairs with one comma each; the last one makes room for `added`. Undefined as above. */
function removeFlowPairs(
  node: YAMLMap,
  gone: ReadonlySet<Pair>,
  { source, added }: { readonly source: SourceText; readonly added: readonly string[] },
): readonly TextPatch[] | undefined {
  const layout = flowLayout(node, source)
  if (layout === undefined) return undefined
  const last = layout.pairs.at(-1)
  const isReplaced = last !== undefined && gone.has(last.pair) && added.length > 0
  const leaving = layout.pairs.filter((each) => gone.has(each.pair) && !(isReplaced && each === last))
  const replaced = isReplaced ? [{ start: last.start, end: last.end, text: added.join(', ') }] : []
  if (leaving.length === layout.pairs.length && !hasComment(layout, source))
    return [{ start: layout.start, end: layout.end, text: '' }]
  const commas = commasOf(leaving, { layout, source })
  const pieces = [...leaving, ...commas].map(({ start, end }) => ({ start, end })).sort((a, b) => a.start - b.start)
  return [...joined(pieces, source).map((piece) => ({ ...withSpace(piece, source), text: '' })), ...replaced]
}

/** One comma for each pair, so that one is left between two that stay: that behind it or, if that is better, before it. */
function commasOf(
  leaving: readonly FlowPair[],
  { layout: { pairs }, source }: { readonly layout: FlowLayout; readonly source: SourceText },
): readonly Piece[] {
  const taken = new Set<number>()
  for (const pair of leaving) {
    const behind = pair.comma
    const before = pairs
      .slice(0, pairs.indexOf(pair))
      .map(({ comma }) => comma)
      .findLast((comma) => comma !== undefined && !taken.has(comma))
    // Some people begin a line with the comma.
    const isLeading =
      before !== undefined &&
      source.lineStart(before) === source.lineStart(pair.start) &&
      (behind === undefined || source.lineStart(behind) !== source.lineStart(pair.end))
    const comma = isLeading ? before : (behind ?? before)
    if (comma !== undefined) taken.add(comma)
  }
  return [...taken].map((comma) => ({ start: comma, end: comma + 1 }))
}

/** Pieces with nothing but spaces between them, as one. */
function joined(pieces: readonly Piece[], { text }: SourceText): readonly Piece[] {
  const blocks: Piece[] = []
  for (const piece of pieces) {
    const before = blocks.at(-1)
    if (before !== undefined && /^[ \t]*$/.test(text.slice(before.end, piece.start)))
      blocks.splice(-1, 1, { start: before.start, end: piece.end })
    else blocks.push(piece)
  }
  return blocks
}

/** With the space that would be too much without it: the whole line if nothing else stands there. */
function withSpace({ start, end }: Piece, { text, lineStart, lineEnd, isFirstInLine }: SourceText): Piece {
  const behind = /^[ \t]*/.exec(text.slice(end, lineEnd(end)))?.[0].length ?? 0
  const next = text.slice(end + behind, lineEnd(end)).trimEnd()[0]
  if (isFirstInLine(start))
    return next === undefined ? { start: lineStart(start), end: lineEnd(end) } : { start, end: end + behind }
  if (next !== undefined && next !== '#' && next !== '}') return { start, end: end + behind }
  return { start: lineStart(start) + text.slice(lineStart(start), start).trimEnd().length, end }
}

function hasComment({ pairs, start, end }: FlowLayout, { text }: SourceText): boolean {
  const ends = [start, ...pairs.map((pair) => pair.end)]
  const starts = [...pairs.map((pair) => pair.start), end]
  return ends.some((from, index) => text.slice(from, starts[index]).includes('#'))
}

export type FlowPair = {
  readonly pair: Pair
  readonly start: number
  /** Behind its last character. */
  readonly end: number
  /** Of the comma behind it; the last pair need not have one. */
  readonly comma: number | undefined
}

export type FlowLayout = {
  readonly pairs: readonly FlowPair[]
  /** Behind the opening brace. */
  readonly start: number
  /** Of the closing brace. */
  readonly end: number
}

/** The pairs of a map in braces and the commas between them; undefined if anything else but space stands there. */
function flowLayout(node: YAMLMap, source: SourceText): FlowLayout | undefined {
  const { text } = source
  if (node.flow !== true || !node.range) return undefined
  const start = node.range[0] + 1
  const close = node.range[1] - 1
  const pairs: FlowPair[] = []
  let position = start
  for (const pair of node.items) {
    const end = pairEnd(pair, source)
    if (end === undefined || !isScalar(pair.key) || pair.key.range?.[0] !== behindSpace(text, position))
      return undefined
    const next = behindSpace(text, end)
    const comma = text[next] === ',' ? next : undefined
    pairs.push({ pair, start: pair.key.range[0], end, comma })
    position = comma === undefined ? next : comma + 1
  }
  return behindSpace(text, position) === close ? { pairs, start, end: close } : undefined
}

function pairEnd(pair: Pair, source: SourceText): number | undefined {
  const { key, value } = pair
  if (!isScalar(key)) return undefined
  if (!isNode(value)) return key.range?.[1]
  // The parser looks for an empty value on the lines below; one that has a tag or an anchor ends behind it.
  if (isEmpty(value) && value.tag === undefined && !('anchor' in value && value.anchor)) return source.afterColon(pair)
  return value.range?.[1]
}

/** Behind spaces, line breaks and comments. */
function behindSpace(text: string, position: number): number {
  const space = /(?:\s|#[^\n]*)*/y
  space.lastIndex = position
  space.exec(text)
  return space.lastIndex
}
