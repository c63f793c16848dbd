import { type Pair, type YAMLMap, isNode, isScalar } from 'yaml'
import { type SourceText, isEmpty } from './source-text.ts'

/** Where a pair stands in a map in braces. */
export type FlowPair = {
  readonly pair: Pair
  readonly start: number
  /** Behind its last character. */
  readonly end: number
  /** Of the comma behind it; the last pair need not have one. */
  readonly comma: number | undefined
}

/** Where everything stands in a map in braces. */
export type FlowLayout = {
  readonly pairs: readonly FlowPair[]
  /** Behind the opening brace. */
  readonly start: number
  /** Of the closing brace. */
  readonly end: number
}

/**
 * Finds the pairs of a map in braces and the commas between them. Undefined if anything but pairs, commas, spaces and
 * comments stands there, such as an anchor of a key.
 */
export function flowLayout(node: YAMLMap, source: SourceText): FlowLayout | undefined {
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
