import type { Pair, YAMLMap } from 'yaml'
import { isMap, isNode, isScalar } from 'yaml'
import type { Change } from './change.ts'
import { changeAt, changedKeys, isObject, legacyOf, pairsOf } from './change.ts'
import type { PatchContext } from './patch-context.ts'
import { renderFlow } from './render-yaml.ts'
import type { TextPatch } from './text-patch.ts'

/**
 * The text changes that add keys to a map in brackets and replace values of others, so that everything else in it stays
 * as a person wrote it: quotes, numbers, comments, lines.
 *
 * @param node - As parsed.
 * @param change - Keys that are in neither value are unknown and stay.
 * @param context - Document, text and layout.
 * @returns Undefined if a key goes, or if the map is written in a way that can't be patched.
 */
export function patchFlowMap(node: YAMLMap, change: Change, context: PatchContext): readonly TextPatch[] | undefined {
  const last = node.items.at(-1)
  const end = last === undefined ? undefined : valueEnd(last)
  if (end === undefined || !node.range) return undefined
  const padding = context.source.text[node.range[0] + 1] === ' ' ? ' ' : ''
  const patches: TextPatch[] = []
  const added: string[] = []
  for (const key of changedKeys(change)) {
    const at = changeAt(change, key)
    if (at.after === undefined || pairsOf(node, legacyOf(change.level, key)).length > 0) return undefined
    const pair = pairsOf(node, [key]).at(-1)
    if (pair === undefined) added.push(renderFlow({ [key]: at.after }, '').slice(1, -1))
    else {
      const changed = patchPair(pair, at, { context, padding })
      if (changed === undefined) return undefined
      patches.push(...changed)
    }
  }
  if (added.length > 0) patches.push({ start: end, end, text: added.map((text) => `, ${text}`).join('') })
  return patches
}

function patchPair(
  { value }: Pair,
  at: Change,
  { context, padding }: { readonly context: PatchContext; readonly padding: '' | ' ' },
): readonly TextPatch[] | undefined {
  if (isMap(value) && value.flow === true && isObject(at.before) && isObject(at.after)) {
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
