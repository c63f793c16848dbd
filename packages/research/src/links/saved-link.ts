import { isRecord } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'

/** A link that a person saved somewhere. */
export type SavedLink = {
  readonly url: string
  readonly title?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly note?: string | undefined
  readonly priority?: 'A' | 'B' | 'C' | undefined
  /** The program that it comes from. */
  readonly from?: string | undefined
}

/** What of a file is a link to read; undefined of what has no address of the web, or was read. */
export function savedLink(record: unknown, from: string): SavedLink | undefined {
  const values = new Map(
    Object.entries(isRecord(record) ? record : {}).map(([name, value]) => [
      name.toLowerCase().replaceAll(/[\s_]/g, ''),
      value,
    ]),
  )
  const text = (...names: readonly string[]): string | undefined => {
    for (const name of names) {
      const value = values.get(name)
      if (typeof value === 'string' && value.trim() !== '') return value.trim()
    }
    return undefined
  }
  const url = webAddress(text('sourceurl', 'url', 'link', 'resolvedurl', 'givenurl', 'source', 'href'))
  const state = (text('state', 'status', 'location') ?? '').toLowerCase()
  if (url === undefined || /^archived?$|^(?:feed|trash|deleted|read)$/.test(state)) return undefined
  const tags = tagsOf(values.get('tags') ?? values.get('labels') ?? values.get('documenttags'))
  return {
    url,
    title: oneLine(text('title', 'booktitle', 'resolvedtitle') ?? '').slice(0, 300),
    tags,
    note: text('notes', 'note', 'documentnote'),
    from,
  }
}

/**
 * An address of the web as an org file can hold it; undefined of any other, and of one with a password.
 * @example webAddress('https://a.example') // 'https://a.example/'
 */
export function webAddress(text: string | undefined): string | undefined {
  const url = text === undefined || text.length > 4000 ? null : URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  // Brackets and blanks would end it in an org file.
  return url.href.replaceAll(/[\s[\]<>"`|]/g, (character) => encodeURIComponent(character))
}

/** A list, names with a separator between them, or a record by name. */
function tagsOf(value: unknown): readonly string[] {
  const names = Array.isArray(value)
    ? value.map((tag) => (isRecord(tag) ? tag['name'] : tag))
    : isRecord(value)
      ? Object.keys(value)
      : typeof value === 'string'
        ? value.split(/[,|;]/)
        : []
  const clean = names.flatMap((tag) => (typeof tag === 'string' ? [tag.trim().replace(/^#/, '')] : []))
  return [...new Set(clean)].filter((tag) => tag !== '' && !/^(?:clippings|inbox|null)$/i.test(tag)).slice(0, 10)
}
