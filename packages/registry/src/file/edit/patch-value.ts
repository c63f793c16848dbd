import { type Pair, isCollection, isNode, isScalar, visit } from 'yaml'
import type { PatchContext, TextPatch } from './text-patch.ts'
import { renderFlow, renderPair } from './render-yaml.ts'
import { type SourceText, isEmpty, isInline } from './source-text.ts'

/** Patches that replace the value of a `key: value` and keep the comment behind it; undefined for other forms. */
export function patchValue(pair: Pair, given: unknown, context: PatchContext): readonly TextPatch[] | undefined {
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
