import { type FoundDocument, plainText, publishedAt } from '@datacortex/plugin'
import type { FeedEntry } from '@datacortex/text/xml'

/** An entry as a document; one without a title and an address is none. */
export function foundEntry(entry: FeedEntry): readonly FoundDocument[] {
  const snippet = plainText(entry.summary).slice(0, 2000).trim()
  const title = plainText(entry.title).slice(0, 500).trim() || snippet.slice(0, 100).trim()
  const id = entry.url ?? plainText(entry.id)
  if (title === '' || id === '') return []
  // RSS writes `ada@tides.example (Ada Marsh)`.
  const people = entry.authors.map(plainText).map((name) => /^\S+@\S+ \((.+)\)$/.exec(name)?.[1] ?? name)
  const authors = [...new Set(people.filter((name) => name !== '' && !/^\S+@\S+$/.test(name)))]
  return [
    {
      id: `rss:${id}`,
      title,
      url: entry.url,
      snippet: snippet === '' || snippet === title ? undefined : snippet,
      publishedAt: publishedAt(entry.date),
      authors: authors.length === 0 ? undefined : authors,
    },
  ]
}
