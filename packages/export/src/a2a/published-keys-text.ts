import { isRecord, jsonOf, readTextFile, recordOf } from '@datacortex/platform'
import { exportError } from '../errors.ts'
import { publishedJson } from '../publish/write-export.ts'
import type { SigningKey } from './signing-key.ts'
import { keySet } from './signing-key.ts'

/** Where the list of public keys is, and which agents are exported. */
export type PublishedKeysOptions = {
  /** Of the list. */
  readonly file: string
  /** Of the export; none if it is of all agents. */
  readonly ids: readonly string[]
}

/**
 * Makes the list of public keys. An export of some agents keeps the keys that are there, since cards of other agents
 * may be signed with them; an export of all agents publishes its own keys only.
 *
 * @throws `EXPORT_PUBLISHED_KEYS_INVALID` if the keys of others are to be kept and can't be read.
 */
export async function publishedKeysText(
  keys: readonly SigningKey[],
  { file, ids }: PublishedKeysOptions,
): Promise<string> {
  const own = keySet(keys).keys
  const others = ids.length === 0 ? [] : await keysIn(file)
  const kept = others.filter((other) => !own.some(({ kid }) => kid === other['kid']))
  return publishedJson({ keys: [...own, ...kept] })
}

/** The keys of a list; none if it is not there. Without those of one that is damaged, cards of others verify no more. */
async function keysIn(file: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const found = await readTextFile(file)
  if (!found.ok) {
    if (found.code === 'ENOENT') return []
    throw exportError('EXPORT_PUBLISHED_KEYS_INVALID', { file, reason: found.reason })
  }
  const list = jsonOf(found.text)
  if (list === undefined) throw exportError('EXPORT_PUBLISHED_KEYS_INVALID', { file, reason: 'it is not JSON' })
  const { keys } = recordOf(list)
  if (!Array.isArray(keys))
    throw exportError('EXPORT_PUBLISHED_KEYS_INVALID', { file, reason: 'it has no list `keys`' })
  return keys.map((key: unknown, index) => {
    if (isRecord(key)) return key
    throw exportError('EXPORT_PUBLISHED_KEYS_INVALID', { file, reason: `keys[${index}] is no key` })
  })
}
