import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@datacortex/platform'
import type { YAMLMap, YAMLSeq } from 'yaml'
import { isAlias, isCollection, isMap, isNode, isScalar, isSeq, visit } from 'yaml'
import { type Change, changeAt, changedKeys, entriesOf, keyText, legacyOf, pairsOf } from './change.ts'

/** How many aliases (`*base`) a change must leave: written out, they no longer get what is edited in their text. */
export function keptAliases(node: unknown, change: Change): number {
  const { before, after } = change
  if (isAlias(node)) return sharesAny(before, after) ? 1 : 0
  if (isMap(node) && isRecord(before) && isRecord(after)) return inMap(node, change)
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after)) return inList(node, { before, after })
  // It is read as something else than it is written as, so nobody can tell which part of it stays.
  return isCollection(node) && (isRecord(after) || Array.isArray(after)) ? countAliases(node) : 0
}

export function countAliases(node: unknown): number {
  let count = 0
  if (isNode(node)) visit(node, { Alias: () => void (count += 1) })
  return count
}

function inMap(node: YAMLMap, change: Change): number {
  const changes = new Map<string, Change>()
  const merges = node.items.some(({ key }) => isScalar(key) && key.source === '<<')
  let count = 0
  for (const key of changedKeys(change)) {
    const at = changeAt(change, key)
    const written = [key, ...legacyOf(change.level, key)]
    for (const each of written) changes.set(each, at)
    if (merges && pairsOf(node, written).length === 0 && sharesAny(at.before, at.after)) return Infinity
  }
  for (const { key, value } of node.items) {
    const at = changes.get(keyText(key))
    if (at === undefined) count += countAliases(key) + countAliases(value)
    else if (at.after !== undefined) count += keptAliases(value, at)
  }
  return count
}

function inList(node: YAMLSeq, { before, after }: { before: readonly unknown[]; after: readonly unknown[] }): number {
  if (after.length === 0) return 0
  if (node.items.length !== before.length) return countAliases(node)
  return node.items.reduce<number>((sum, item, index) => {
    const old = before[index]
    if (after.some((each) => isDeepStrictEqual(each, old))) return sum + countAliases(item)
    if (after.length < before.length) return sum
    return sum + keptAliases(item, { before: old, after: after[index], level: 'inside' })
  }, 0)
}

/** Whether a list or map still has an item or a key of what it was. */
function sharesAny(before: unknown, after: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after))
    return after.some((item) => before.some((old) => isDeepStrictEqual(old, item) || sharesAny(old, item)))
  if (!isRecord(before) || !isRecord(after)) return false
  const keys = new Set(entriesOf(before).map(([key]) => key))
  return entriesOf(after).some(([key]) => keys.has(key))
}
