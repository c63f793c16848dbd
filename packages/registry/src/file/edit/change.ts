import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@datacortex/platform'
import { type Pair, type YAMLMap, isScalar, type Document, isMap, isNode } from 'yaml'
import { agentFields, isField } from '../agent-fields.ts'
import { legacyKeys } from '../read/read-relations.ts'
import type { RegistryView } from '../registry-view.ts'
import { selfContained } from './render-yaml.ts'

/** A value as it was read and as it shall be. Maps are containers of the file, plain objects are in entries. */
export type Change = { readonly before: unknown; readonly after: unknown; readonly level: Level }

/** Where in the registry a map is: it decides which older keys a field replaces. */
export type Level = 'container' | 'entry' | 'triggers' | 'inside'

/** The change of a whole file. `after`: as it shall be. */
export function changeOfFile(before: RegistryView, after: RegistryView): Change {
  return { before: topLevel(before), after: topLevel(after), level: 'container' }
}

/** The keys whose values differ, those that are only in one of the two included. */
export function changedKeys({ before, after }: Change): readonly string[] {
  const keys = new Set([...entriesOf(before), ...entriesOf(after)].map(([key]) => key))
  return [...keys].filter((key) => !isDeepStrictEqual(valueAt(before, key), valueAt(after, key)))
}

export function changeAt({ before, after, level }: Change, key: string): Change {
  const value = valueAt(after, key)
  const below =
    level === 'container'
      ? value instanceof Map
        ? 'container'
        : 'entry'
      : level === 'entry' && key === 'triggers'
        ? 'triggers'
        : 'inside'
  return { before: valueAt(before, key), after: value, level: below }
}

/** Older keys that a field replaces. */
export function legacyOf(level: Level, key: string): readonly string[] {
  if (level === 'entry') return isField(key) ? (agentFields[key].older ?? []) : []
  return level === 'triggers' && key === 'schedules' ? legacyKeys.schedules : []
}

/** The pairs of a node with one of these keys; a broken file can have several of one key. */
export function pairsOf(node: YAMLMap, keys: readonly string[]): readonly Pair[] {
  return keys.length === 0 ? [] : node.items.filter(({ key }) => keys.includes(keyText(key)))
}

/** A key as the reader sees it. */
export function keyText(key: unknown): string {
  if (!isScalar(key)) return ''
  const { value } = key
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : ''
}

/** Keys and values of a map or an object; none of anything else. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (value instanceof Map) return [...value]
  return isRecord(value) ? Object.entries(value) : []
}

function valueAt(value: unknown, key: string): unknown {
  if (value instanceof Map) return value.get(key)
  return isRecord(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

function topLevel({ agents, moduleAgents }: RegistryView): ReadonlyMap<string, unknown> {
  const parts: readonly [string, ReadonlyMap<string, unknown>][] = [
    ['agents', agents],
    ['module_agents', moduleAgents],
  ]
  return new Map(parts)
}

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
