import { pageAnchors } from '@datacortex/content'
import { CodedError } from '@datacortex/errors'
import { isRecord } from '@datacortex/platform'
import { splitFrontMatter } from '@datacortex/text'
import { researchError } from '../errors.ts'
import { type SavedLink, savedLink } from './saved-link.ts'

/** What was saved in a file, and in which form. */
export type ReadLinks = {
  readonly format: 'bookmarks' | 'pocket' | 'readwise' | 'omnivore' | 'obsidian' | 'list'
  readonly links: readonly SavedLink[]
  /** Entries without an address of the web, or read and put away there. */
  readonly passedOver: number
}

/**
 * Reads the links of an export: bookmarks of a browser, Pocket, Readwise, Omnivore, notes of the Obsidian clipper. The form is
 * recognised by what stands in it, not by its name.
 * @throws `RESEARCH_LINKS_UNREADABLE`
 * @example (await readLinks('title,url\nTides,https://a.example', { name: 'export.csv' })).links.length // 1
 */
export async function readLinks(text: string, { name }: { readonly name: string }): Promise<ReadLinks> {
  const refuse = (reason: string, cause?: unknown): CodedError =>
    researchError('RESEARCH_LINKS_UNREADABLE', { name, reason }, { cause })
  try {
    const start = text.slice(0, 4000).trimStart()
    if (/^(?:<!doctype|<html|<meta|<dl|<h1)/i.test(start)) return fromAnchors(text)
    if (/^[[{]/.test(start)) return fromJson(JSON.parse(text) as unknown)
    const split = splitFrontMatter(text)
    if (split !== undefined) return of('obsidian', [await frontMatter(split.yaml)])
    if (/^[^\n]*\b(?:url|link)\b/i.test(start)) return await fromTable(text)
  } catch (error) {
    // Of the parsers of JSON and of tables.
    const isBroken =
      error instanceof Error && (error instanceof SyntaxError || ('code' in error && typeof error.code === 'string'))
    throw isBroken ? refuse(error.message.slice(0, 200), error) : error
  }
  throw refuse('it is no bookmarks, export or clipping with addresses that is known here')
}

function of(format: ReadLinks['format'], records: readonly unknown[]): ReadLinks {
  const links = records.flatMap((record) => savedLink(record, format) ?? [])
  return { format, links, passedOver: records.length - links.length }
}

function fromAnchors(html: string): ReadLinks {
  const anchors = pageAnchors(html)
  const format = /netscape-bookmark/i.test(html.slice(0, 4000)) ? 'bookmarks' : 'pocket'
  const records = anchors.map(({ text: title, under, attributes: { href: url, tags, ...rest } }) => {
    const isRead = format === 'pocket' && /archive/i.test(under)
    return {
      url,
      title,
      tags,
      status: isRead ? 'read' : undefined,
      ...(rest['feedurl'] === undefined ? {} : { url: '' }),
    }
  })
  return of(format, records)
}

function fromJson(value: unknown): ReadLinks {
  const { results, items, list } = isRecord(value) ? value : {}
  const found = [value, results, items, list].find(Array.isArray)
  const records: readonly unknown[] = found ?? (isRecord(list) ? Object.values(list) : [value])
  const has = (field: string): boolean => records.some((record) => isRecord(record) && record[field] !== undefined)
  const format = has('savedAt')
    ? 'omnivore'
    : has('readwise_url') || has('source_url')
      ? 'readwise'
      : has('resolved_url')
        ? 'pocket'
        : 'list'
  return of(format, records)
}

async function fromTable(text: string): Promise<ReadLinks> {
  const { parse } = await import('csv-parse/sync')
  const [head = ''] = text.split('\n', 1)
  const records: unknown = parse(text, {
    columns: true,
    bom: true,
    skip_empty_lines: true,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: 1_000_000,
  })
  const format = /time_added/.test(head) ? 'pocket' : /saved date|document tags/i.test(head) ? 'readwise' : 'list'
  return of(format, records as readonly unknown[])
}

async function frontMatter(yaml: string): Promise<unknown> {
  const { parseYaml } = await import('@datacortex/platform/yaml')
  const { document, problems } = parseYaml(yaml.slice(0, 100_000))
  return problems.length === 0 ? document.toJS() : {}
}
