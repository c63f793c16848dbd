import { decodedUri, isRecord, sha256 } from '@datacortex/platform'
import { type AgentEntry, pathsWhere } from '@datacortex/registry'
import { entryFields, recordKey } from './entry-fields.ts'

/** What the importer last wrote into an entry: a fingerprint of each field by its path; of some lists one an item. */
export type ImportRecord = ReadonlyMap<string, string>

/** Lists of which a source and a person may each have written some items. */
export const itemLists: ReadonlySet<string> = pathsWhere(({ items }) => items)

export function recordOf(entry: AgentEntry): ImportRecord {
  return new Map([...entryFields(entry)].map(([path, { value }]) => [path, fingerprint(path, value)]))
}

/** The record that an entry keeps; undefined if it has none that can be read. */
export function keptRecord({ [recordKey]: kept }: AgentEntry): ImportRecord | undefined {
  if (typeof kept !== 'string') return undefined
  const pairs = kept.split(' ').map((pair) => pair.split('='))
  return new Map(pairs.map(([path = '', print = '']) => [decodedUri(path) ?? '', print]))
}

/** An entry that keeps a record in one short line, so that the registry stays pleasant to read. */
export function withRecord(entry: AgentEntry, record: ImportRecord): AgentEntry {
  const pairs = [...record].map(([path, print]) => `${encodeURIComponent(path)}=${print}`)
  return { ...entry, [recordKey]: pairs.join(' ') }
}

/** What a record says of a value: equal for values that say the same. `value`: of the field; undefined if it is absent. */
export function fingerprint(path: string, value: unknown): string {
  if (itemLists.has(path) && Array.isArray(value)) return value.map((item: unknown) => shortHash(item)).join(',')
  return shortHash(value)
}

export function shortHash(value: unknown): string {
  return sha256(JSON.stringify(value, inOrder) ?? '').slice(0, 8)
}

function inOrder(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
