import { isRecord } from '@datacortex/platform'
import { type Pair, type YAMLMap, isMap, isNode, isScalar } from 'yaml'
import { type Change, changeAt, changedKeys, legacyOf, pairsOf } from './change.ts'
import type { PatchContext } from './patch-context.ts'
import { removeFlowPairs } from './remove-flow-pairs.ts'
import { renderFlow } from './render-yaml.ts'
import type { TextPatch } from './text-patch.ts'

/**
 * The text changes that add keys to a map in brackets, remove some and replace values of others, so that everything else in
 * it stays as a person wrote it: quotes, numbers, comments, lines. Undefined if the map is written in a way that can't be
 * patched.
 */
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
