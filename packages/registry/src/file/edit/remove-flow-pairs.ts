import type { Pair, YAMLMap } from 'yaml'
import { type FlowLayout, type FlowPair, flowLayout } from './flow-layout.ts'
import type { SourceText } from './source-text.ts'
import type { TextPatch } from './text-patch.ts'

type Piece = { readonly start: number; readonly end: number }

/**
 * The text changes that remove pairs of a map in braces, each with one comma and the space it leaves behind. Comments
 * stay, and lines on which something is left. `added`: the text of new pairs, for which the last one that goes makes
 * room if it is the last of all. Undefined if the map is written in a way that can't be patched.
 */
export function removeFlowPairs(
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
