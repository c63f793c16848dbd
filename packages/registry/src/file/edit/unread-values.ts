import { isRecord } from '@datacortex/platform'
import { isCollection, isMap, isScalar, isSeq } from 'yaml'
import { type Change, changeAt, changedKeys, legacyOf, pairsOf } from './change.ts'

/** Fields that a change would replace though they could not be read: whatever they said would be lost. */
export function unreadValues(
  node: unknown,
  change: Change,
  { owner, path }: Place = { owner: '', path: '' },
): readonly string[] {
  if (!isMap(node)) return []
  return changedKeys(change).flatMap((key) => {
    const at = changeAt(change, key)
    if (at.after === undefined) return []
    const value = pairsOf(node, [key]).at(-1)?.value
    // What is no entry at all is put right by setting one.
    if (change.level === 'container') return unreadValues(value, at, { owner: key, path: '' })
    const place = { owner, path: path === '' ? key : `${path}.${key}` }
    const older = pairsOf(node, legacyOf(change.level, key)).map((pair) => pair.value)
    const nodes = [value, ...older]
    if (nodes.some((each) => isUnread(each, at.before)) || hasUnreadItems(nodes, at))
      return [`${place.path} of ${owner}`]
    return [...unreadValues(value, at, place), ...inList(value, at, place)]
  })
}

type Place = { readonly owner: string; readonly path: string }

/** Of lists that stay as long as they are, since of others no item can be said to be the same. */
function inList(node: unknown, { before, after }: Change, { owner, path }: Place): readonly string[] {
  if (!isSeq(node) || !Array.isArray(before) || !Array.isArray(after)) return []
  const { items } = node
  if (items.length !== before.length || items.length !== after.length) return []
  return items.flatMap((item, index) => {
    const change: Change = { before: before[index], after: after[index], level: 'inside' }
    return unreadValues(item, change, { owner, path: `${path}[${index}]` })
  })
}

/** Whether something is written and nothing came of it; a text that was read beside brackets is from elsewhere. */
function isUnread(node: unknown, read: unknown): boolean {
  if (isBlank(node)) return false
  if (typeof read === 'string') return isCollection(node)
  return read === undefined || (Array.isArray(read) && read.length === 0)
}

/** Whether lists have more items than were read of them; the same text twice may have been read once. */
function hasUnreadItems(nodes: readonly unknown[], { before }: Change): boolean {
  const lists = nodes.filter((node) => isSeq(node))
  const read = Array.isArray(before) ? before.length : isRecord(before) ? Object.values(before).flat().length : 0
  if (lists.length === 0) return false
  const items = lists.flatMap((list) => list.items).filter((item) => !isBlank(item))
  const texts = new Set(items.filter((item) => isScalar(item)).map(({ value }) => String(value)))
  return texts.size + items.filter((item) => !isScalar(item)).length > read
}

function isBlank(node: unknown): boolean {
  if (node === undefined || node === null) return true
  if (isScalar(node)) return node.value === null || node.value === ''
  if (isSeq(node)) return node.items.every(isBlank)
  return isMap(node) && node.items.length === 0
}
