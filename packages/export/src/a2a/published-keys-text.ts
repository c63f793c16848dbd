import { isRecord } from '@datacortex/platform'
import { fieldsOf, itemsOf } from '../publish/outside-fields.ts'
import { publishedJson } from '../publish/write-export.ts'
import type { SigningKey } from './signing-key.ts'
import { keySet } from './signing-key.ts'

/**
 * Makes the list of public keys. An export of some agents keeps the keys that are there, since cards of other agents
 * may be signed with them; an export of all agents publishes its own keys only.
 *
 * @param keys - That sign now.
 * @param ids - Of the export; none if it is of all agents.
 * @returns A function of the text that is there now.
 */
export function publishedKeysText(
  keys: readonly SigningKey[],
  ids: readonly string[],
): (existing: string | undefined) => Promise<string> {
  return (existing) => {
    const own = keySet(keys).keys
    const others = ids.length === 0 || existing === undefined ? [] : keysIn(existing)
    const kept = others.filter((other) => !own.some(({ kid }) => kid === other['kid']))
    return Promise.resolve(publishedJson({ keys: [...own, ...kept] }))
  }
}

function keysIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const found: unknown = JSON.parse(text)
    return itemsOf(fieldsOf(found)['keys']).filter(isRecord)
  } catch {
    return []
  }
}
