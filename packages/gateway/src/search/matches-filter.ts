import { isRecord } from '@datacortex/platform'
import type { SearchRequest } from './search-request.ts'

/** Whether an entry of a catalogue has, of each path of a filter, one of the values. */
export function matchesFilter(
  entry: Readonly<Record<string, unknown>>,
  filter: SearchRequest['query']['filter'] = {},
): boolean {
  return Object.entries(filter).every(([path, wanted]) => {
    const accepted: ReadonlySet<unknown> = new Set(Array.isArray(wanted) ? wanted : [wanted])
    return valuesAt(entry, path).some((value) => accepted.has(value))
  })
}

function valuesAt(entry: Readonly<Record<string, unknown>>, path: string): readonly unknown[] {
  if (path === 'publisher') return publisherOf(entry['identifier'])
  let values: readonly unknown[] = [entry]
  for (const name of path.split('.'))
    values = values.flatMap((value) => (isRecord(value) && Object.hasOwn(value, name) ? [value[name]].flat() : []))
  return values
}

function publisherOf(identifier: unknown): readonly string[] {
  const domain = typeof identifier === 'string' ? /^urn:air:([^:]+):/.exec(identifier)?.[1] : undefined
  return domain === undefined ? [] : [domain]
}
