import { isRecord } from '@datacortex/platform'
import { type FoundDocument, plainText, publishedAt, webUrl } from '@datacortex/plugin'

/** A document of a record with fields as search tools name them; undefined without title and address. */
export function documentOfRecord(record: Readonly<Record<string, unknown>>): FoundDocument | undefined {
  const url = webUrl(first(record, ['url', 'link', 'uri', 'href', 'pdf_url']))
  const title = plainText(first(record, ['title', 'name', 'heading', 'headline']) ?? url ?? '')
  if (title === '') return undefined
  const snippet = plainText(
    first(record, ['snippet', 'description', 'abstract', 'summary', 'excerpt', 'content', 'text']) ?? '',
  )
  const names = ['publishedAt', 'publishedDate', 'published_date', 'published', 'published_at', 'date', 'year']
  const date = publishedAt(first(record, names))
  const doi = first(record, ['doi', 'DOI'])?.replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/i, '')
  const authors = namesOf(record['authors'] ?? record['author'])
  const score = Number(record['score'] ?? Number.NaN)
  return {
    id: first(record, ['id']) ?? url ?? title,
    title,
    ...(url === undefined ? {} : { url }),
    ...(snippet === '' ? {} : { snippet }),
    ...(date === undefined ? {} : { publishedAt: date }),
    ...(doi === undefined ? {} : { workIds: { doi: doi.toLowerCase() } }),
    ...(authors.length === 0 ? {} : { authors }),
    ...(score >= 0 && score <= 1 ? { score } : {}),
  }
}

function first(record: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = record[name]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (text !== '') return text
  }
  return undefined
}

function namesOf(authors: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(authors) ? authors : [authors]
  return list
    .map((author) => (isRecord(author) ? author['name'] : author))
    .flatMap((name) => (typeof name === 'string' && name.trim() !== '' ? [plainText(name)] : []))
}
