import { type Node, type Pair, isAlias, isCollection, isMap, isScalar } from 'yaml'

/** Questions about the place of YAML nodes in their text. The text ends with a line break. */
export type SourceText = {
  readonly text: string
  readonly lineStart: (offset: number) => number
  /** Behind the line break. */
  readonly lineEnd: (offset: number) => number
  readonly column: (offset: number) => number
  /** Whether nothing but spaces stands before it in its line. */
  readonly isFirstInLine: (offset: number) => boolean
  /** Behind the colon of a `key: value`; undefined for other forms. */
  readonly afterColon: (pair: Pair) => number | undefined
  readonly nodeEnd: (node: unknown) => number | undefined
  /** Behind the lines of a pair, with the comments after it that are indented deeper than its key. */
  readonly blockEnd: (pair: Pair) => number | undefined
}

export function createSourceText(text: string): SourceText {
  const lineStart = (offset: number): number => text.lastIndexOf('\n', offset - 1) + 1
  const lineEnd = (offset: number): number => {
    const found = text.indexOf('\n', offset)
    return found === -1 ? text.length : found + 1
  }
  const column = (offset: number): number => offset - lineStart(offset)

  function afterColon({ key }: Pair): number | undefined {
    if (!isScalar(key) || !key.range) return undefined
    const [, end] = key.range
    const colon = /^[ \t]*:/.exec(text.slice(end, end + 100))
    return colon === null ? undefined : end + colon[0].length
  }

  function nodeEnd(node: unknown): number | undefined {
    if (isCollection(node) && node.flow !== true) {
      const last: unknown = node.items.at(-1)
      return isMap(node) ? pairEnd(node.items.at(-1)) : nodeEnd(last)
    }
    return isNode(node) ? node.range?.[1] : undefined
  }

  function pairEnd(pair: Pair | undefined): number | undefined {
    if (pair === undefined) return undefined
    const colon = afterColon(pair)
    if (colon === undefined) return undefined
    const end = pair.value === null ? undefined : nodeEnd(pair.value)
    return Math.max(colon, isEmpty(pair.value) ? colon : (end ?? colon))
  }

  function blockEnd(pair: Pair): number | undefined {
    const end = pairEnd(pair)
    if (end === undefined || !isScalar(pair.key) || !pair.key.range) return undefined
    const keyColumn = column(pair.key.range[0])
    // A block scalar ends behind its line break already.
    let position = text[end - 1] === '\n' ? end : lineEnd(end)
    for (let line = position; line < text.length; line = lineEnd(line)) {
      const match = /^([ \t]*)(#?)/.exec(text.slice(line, lineEnd(line)))
      const isBlank = text.slice(line, lineEnd(line)).trim() === ''
      if (isBlank) continue
      if (match?.[2] !== '#' || (match[1] ?? '').length <= keyColumn) break
      position = lineEnd(line)
    }
    return position
  }

  return {
    text,
    lineStart,
    lineEnd,
    column,
    isFirstInLine: (offset) => text.slice(lineStart(offset), offset).trim() === '',
    afterColon,
    nodeEnd,
    blockEnd,
  }
}

/** Whether a value is written as nothing at all. */
export function isEmpty(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && node.value === null && (node.source ?? '') === '')
}

/** Whether a value stands on the line of its key: not a block of its own. */
export function isInline(node: unknown): boolean {
  if (isAlias(node)) return true
  if (isScalar(node)) return node.type !== 'BLOCK_LITERAL' && node.type !== 'BLOCK_FOLDED'
  return isCollection(node) && node.flow === true
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || isAlias(value) || isCollection(value)
}
