import { redact, withoutUndefined } from '@datacortex/errors'
import { isRecord, jsonOf } from '@datacortex/platform'
import { type FoundDocument, type SourceAnswer, webUrl, plainText, publishedAt } from '@datacortex/plugin'
import { plainDoi, readDeclared, scoreOf } from '../read-declared.ts'
import { numericTable } from '../numeric-table.ts'
import type { RegisteredSource } from '../read-sources.ts'

type Fields = Readonly<Record<string, unknown>>

export type ToolResult = { readonly structuredContent?: unknown; readonly content?: readonly Fields[] | undefined }

/** What a tool found: structured content, JSON, links to resources or of Markdown; other text is an answer's prose. */
export function mapToolResult(
  { structuredContent, content = [] }: ToolResult,
  { response, ...source }: Partial<Pick<RegisteredSource, 'id' | 'description' | 'content_type' | 'response'>> = {},
): SourceAnswer {
  const texts = textsOf(content)
  const jsons = [structuredContent, ...texts.map(parsed)].filter((json) => json !== undefined)
  const table = (): readonly FoundDocument[] => {
    const { id = '', description = '' } = source
    return jsons.flatMap((json) => numericTable(json, { id, description }) ?? []).slice(0, 1)
  }
  const isOfNumbers = source.content_type === 'structured_data' && response === undefined
  const figures = isOfNumbers ? table() : []
  if (figures.length > 0) return { documents: figures }
  for (const json of jsons) {
    const { documents, answer } = response === undefined ? found(json) : readDeclared(json, response)
    if (documents.length > 0 || answer !== undefined) return { documents, ...(answer === undefined ? {} : { answer }) }
  }
  const prose = texts
    .filter((text) => parsed(text) === undefined)
    .join('\n\n')
    .trim()
  const named = content.flatMap(({ type, uri, title, name, description }) =>
    type === 'resource_link' ? (documentOfRecord({ url: uri, title: title ?? name, description }) ?? []) : [],
  )
  const linked = [...named, ...linksOf(prose)]
  const documents = linked.length === 0 && prose === '' ? table() : linked
  return { documents, ...(prose === '' ? {} : { answer: prose }) }
}

export function textsOf(content: readonly Fields[] = []): readonly string[] {
  return content.flatMap(({ type, text, resource }) => {
    if (type === 'text' && typeof text === 'string') return [text]
    if (type === 'resource' && isRecord(resource) && typeof resource['text'] === 'string') return [resource['text']]
    return []
  })
}

function found(json: unknown): SourceAnswer {
  const documents = recordsIn(json, 3).flatMap((record) => documentOfRecord(record) ?? [])
  const answer = isRecord(json) && typeof json['answer'] === 'string' ? json['answer'] : undefined
  return { documents, ...(answer === undefined ? {} : { answer }) }
}

/** The first list of things with a title or an address. */
function recordsIn(json: unknown, depth: number): readonly Fields[] {
  if (Array.isArray(json)) {
    const records = json.filter(isRecord)
    return records.some((record) => documentOfRecord(record) !== undefined) ? records : []
  }
  if (!isRecord(json) || depth === 0) return []
  for (const value of Object.values(json)) {
    const records = recordsIn(value, depth - 1)
    if (records.length > 0) return records
  }
  return []
}

/** `[title](https://…)`, in order, each address once. */
function linksOf(markdown: string): readonly FoundDocument[] {
  const documents = new Map<string, FoundDocument>()
  for (const [, title = '', address = ''] of markdown.matchAll(
    /\[([^\][\n]{1,300})\]\((https?:\/\/[^\s()<>]{1,2000})\)/g,
  )) {
    const url = webUrl(address)
    if (url !== undefined && !documents.has(url))
      documents.set(url, { id: url, title: title.trim() || redact(url), url })
  }
  return [...documents.values()]
}

function parsed(text: string): unknown {
  return /^\s*[[{]/.test(text) ? jsonOf(text) : undefined
}

/** A document of a record with fields as search tools name them; undefined without title and address. */
function documentOfRecord(record: Fields): FoundDocument | undefined {
  const url = webUrl(first(record, ['url', 'link', 'uri', 'href', 'pdf_url']))
  const title = plainText(first(record, ['title', 'name', 'heading', 'headline']) ?? url ?? '')
  if (title === '') return undefined
  const snippets = ['snippet', 'description', 'abstract', 'summary', 'excerpt', 'content', 'text']
  const dates = ['publishedAt', 'publishedDate', 'published_date', 'published', 'published_at', 'date', 'year']
  const doi = first(record, ['doi', 'DOI'])
  const authors = namesOf(record['authors'] ?? record['author'])
  return withoutUndefined({
    id: first(record, ['id']) ?? url ?? title,
    title,
    url,
    snippet: plainText(first(record, snippets) ?? '') || undefined,
    publishedAt: publishedAt(first(record, dates)),
    workIds: doi === undefined ? undefined : { doi: plainDoi(doi) },
    authors: authors.length === 0 ? undefined : authors,
    score: scoreOf(record['score']),
  })
}

function first(record: Fields, names: readonly string[]): string | undefined {
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
