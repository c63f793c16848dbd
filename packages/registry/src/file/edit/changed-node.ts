import { isRecord } from '@datacortex/platform'
import { type Document, isMap, isNode } from 'yaml'
import { type Change, changeAt, changedKeys, legacyOf, pairsOf } from './change.ts'
import { selfContained } from './render-yaml.ts'

/** The new value of a node that has to be written as a whole: a map keeps its comments and the keys that no view knows. */
export function changedNode(node: unknown, change: Change, document: Document): unknown {
  if (!isMap(node) || !isRecord(change.after)) return change.after
  const copy = node.clone()
  if (!isMap(copy)) return change.after
  for (const key of changedKeys(change)) {
    const at = changeAt(change, key)
    const unwanted = pairsOf(
      copy,
      at.after === undefined ? [key, ...legacyOf(change.level, key)] : legacyOf(change.level, key),
    )
    copy.items = copy.items.filter((pair) => !unwanted.includes(pair))
    if (at.after === undefined) continue
    const pair = pairsOf(copy, [key]).at(-1)
    const value = changedNode(pair?.value, at, document)
    const made = isNode(value) ? value : document.createNode(value, selfContained, { aliasDuplicateObjects: false })
    if (pair === undefined) copy.items.push(document.createPair(key, made))
    else {
      if (isNode(pair.value)) Object.assign(made, commentsOf(pair.value))
      pair.value = made
    }
  }
  return copy
}

function commentsOf({
  comment,
  commentBefore,
  spaceBefore,
}: {
  comment?: string | null
  commentBefore?: string | null
  spaceBefore?: boolean
}): object {
  return { comment, commentBefore, spaceBefore }
}
