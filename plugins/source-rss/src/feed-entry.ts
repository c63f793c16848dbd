import type { FoundDocument } from '@datacortex/plugin'
import { plainText, publishedAt, webUrl } from '@datacortex/plugin'
import type { FeedElement } from './parse-feed.ts'
import { childOf, childrenOf, textOf } from './parse-feed.ts'

/** An entry as a document; one without a title and an address is none. */
export function foundEntry(entry: FeedElement, feed: string): readonly FoundDocument[] {
  const first = (...names: readonly string[]): string =>
    names.map((name) => textOf(childOf(entry, name)).trim()).find((text) => text !== '') ?? ''
  const url = addressOf(entry, feed)
  const guid = plainText(first('guid', 'id'))
  const snippet = plainText(first('description', 'summary', 'content:encoded', 'content'))
    .slice(0, 2000)
    .trim()
  const title = plainText(first('title')).slice(0, 500).trim() || snippet.slice(0, 100).trim()
  const id = url ?? (guid === '' ? undefined : guid)
  if (title === '' || id === undefined) return []
  const authors = authorsOf(entry)
  return [
    {
      id: `rss:${id}`,
      title,
      url,
      snippet: snippet === '' || snippet === title ? undefined : snippet,
      publishedAt: publishedAt(first('pubDate', 'published', 'dc:date', 'updated')),
      authors: authors.length === 0 ? undefined : authors,
    },
  ]
}

/** Where the entry itself is; a `guid` is an address unless it says that it is none. */
function addressOf(entry: FeedElement, feed: string): string | undefined {
  const links = childrenOf(entry, 'link')
  const hrefs = links.map((link) => {
    const rel = textOf(childOf(link, '@rel')) || 'alternate'
    const href = textOf(childOf(link, '@href')) || textOf(link)
    return rel === 'alternate' ? href.trim() : ''
  })
  const [guid] = childrenOf(entry, 'guid')
  const isAddress = textOf(childOf(guid, '@isPermaLink')) !== 'false'
  const id = isAddress ? (webUrl(textOf(guid).trim()) ?? '') : ''
  const candidates = [...hrefs, id].filter((href) => href !== '')
  // Some give addresses that are relative to the feed.
  return candidates.map((href) => webUrl(URL.parse(href, feed)?.href)).find((href) => href !== undefined)
}

function authorsOf(entry: FeedElement): readonly string[] {
  const elements = ['author', 'dc:creator'].flatMap((name) => childrenOf(entry, name))
  const names = elements.map((element) => plainText(textOf(childOf(element, 'name')) || textOf(element)))
  // RSS writes `ada@tides.example (Ada Marsh)`.
  const people = names.map((name) => /^\S+@\S+ \((.+)\)$/.exec(name)?.[1] ?? name)
  return [...new Set(people.filter((name) => name !== '' && !/^\S+@\S+$/.test(name)))]
}
