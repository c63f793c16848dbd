import type { Pair } from 'yaml'
import { isCollection, isNode, isScalar, visit } from 'yaml'
import type { PatchContext } from './patch-context.ts'
import { renderFlow, renderPair } from './render-yaml.ts'
import { isEmpty, isInline } from './source-text.ts'
import type { TextPatch } from './text-patch.ts'

/**
 * Patches that replace the value of a `key: value`, keeping the comment behind it.
 *
 * @param pair - As parsed.
 * @param value - What it shall be.
 * @param context - Text and layout.
 * @returns Undefined if the pair is written in another form than `key: value`.
 */
export function patchValue(pair: Pair, value: unknown, context: PatchContext): readonly TextPatch[] | undefined {
  const { source, style, document } = context
  const colon = source.afterColon(pair)
  if (colon === undefined || !isScalar(pair.key) || !pair.key.range) return undefined
  const node = pair.value
  // A comment inside brackets has no place on one line, and empty brackets are no choice of style.
  if (isCollection(node) && node.flow === true && node.items.length > 0 && node.range && !hasComment(node)) {
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

function hasComment(node: Parameters<typeof visit>[0]): boolean {
  let found = false
  visit(node, {
    Node(_, { comment, commentBefore }) {
      if (!comment && !commentBefore) return undefined
      found = true
      return visit.BREAK
    },
  })
  return found
}
