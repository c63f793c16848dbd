import { isRecord, jsonOf, readTextFile, recordOf } from '@datacortex/platform'
import { exportError } from '../errors.ts'
import { publishedJson } from '../publish/write-export.ts'
import { type SigningKey, keySet } from './signing-key.ts'

export async function publishedKeysText(
  keys: readonly SigningKey[],
  { file, ids }: { file: string; ids: readonly string[] },
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
  const refuse = (reason: string): never => {
    throw exportError('EXPORT_PUBLISHED_KEYS_INVALID', { file, reason })
  }
  const json = jsonOf(found.text)
  if (json === undefined) return refuse('it is not JSON')
  const { keys } = recordOf(json)
  if (!Array.isArray(keys)) return refuse('it has no list `keys`')
  return keys.map((key: unknown, index) => (isRecord(key) ? key : refuse(`keys[${index}] is no key`)))
}
