import { isRecord } from '@datacortex/platform'
import { recordsIn, textIn } from '../outside-json.ts'

/** One entry of an AI catalogue: a document of its own, by address or as it is. */
export type CatalogItem = {
  readonly identifier: string
  readonly kind: 'card' | 'catalog' | 'other'
  readonly title: string
  readonly description?: string | undefined
  readonly url?: string | undefined
  readonly data?: unknown
}

/**
 * Reads an AI catalogue, `/.well-known/ai-catalog.json`.
 * @returns Its entries, or why it is none that can be read.
 * @example readCatalog(JSON.parse(text))
 */
export function readCatalog(document: unknown): readonly CatalogItem[] | string {
  if (!isRecord(document) || !Array.isArray(document['entries'])) return 'it has no entries'
  const version = textIn(document, 'specVersion') ?? ''
  if (!/^1(?:\.|$)/.test(version)) return `its specVersion is ${JSON.stringify(version.slice(0, 20))}, and 1.x is read`
  return recordsIn(document, 'entries').map((entry) => ({
    identifier: textIn(entry, 'identifier') ?? '',
    kind: kindOf(textIn(entry, 'mediaType') ?? textIn(entry, 'type') ?? ''),
    title: textIn(entry, 'displayName') ?? '',
    description: textIn(entry, 'description'),
    url: textIn(entry, 'url'),
    data: entry['data'],
  }))
}

function kindOf(mediaType: string): CatalogItem['kind'] {
  const [type = ''] = mediaType.toLowerCase().split(';')
  if (type === 'application/a2a-agent-card+json') return 'card'
  return type === 'application/ai-catalog+json' ? 'catalog' : 'other'
}
