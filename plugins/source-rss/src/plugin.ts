import { askSource, definePlugin, pluginError, webUrl, plainText, publishedAt } from '@datacortex/plugin'
import type { FoundDocument, Logger, Plugin } from '@datacortex/plugin'
import { type Feed, readFeed, type FeedEntry } from '@datacortex/text/xml'
import { z } from 'zod'
import { isTellingWord, wordsOf } from '@datacortex/text'

const RssSettings = z.strictObject({
  /** Addresses of feeds, RSS 0.9 to 2.0 or Atom. */
  feeds: z
    .array(z.string().refine((text) => webUrl(text) !== undefined, 'must be an http or https address without user'))
    .max(50),
})

// Feeds that are asked for at the same time.
const concurrency = 5

/** Searches the entries of some feeds for words; one broken feed costs only itself. */
export const plugin: Plugin<'source', z.infer<typeof RssSettings>> = definePlugin({
  name: 'source-rss',
  kind: 'source',
  config: RssSettings,
  setup({ config, fetch, now, log }) {
    const ask = async (feed: string, signal: AbortSignal): Promise<readonly FoundDocument[]> => {
      const { host, pathname } = new URL(feed)
      // The rest of an address may be somebody's own.
      const source = `${host}${pathname}`
      const parse = (xml: string): unknown => readFeed(xml, { base: feed })
      const read = await askSource(feed, z.custom<Feed | undefined>(), { source, fetch, now, signal, parse })
      if (read === undefined)
        throw pluginError('SOURCE_ANSWER_INVALID', { source, reason: 'it is neither RSS nor Atom' })
      return read.entries.flatMap(foundEntry)
    }
    return {
      async search(query, { signal, limit }) {
        signal.throwIfAborted()
        const feeds = [...new Set(config.feeds)]
        const found: FoundDocument[] = []
        const failures: unknown[] = []
        for (let start = 0; start < feeds.length; start += concurrency) {
          const some = feeds.slice(start, start + concurrency)
          const ended = await Promise.allSettled(some.map((feed) => ask(feed, signal)))
          signal.throwIfAborted()
          for (const one of ended)
            if (one.status === 'fulfilled') found.push(...one.value)
            else failures.push(one.reason)
        }
        report(failures, { asked: feeds.length, log })
        return { documents: bestEntries(found, query).slice(0, limit) }
      },
    }
  },
})

/** Some feeds may fail; if all do, the source has failed. */
function report(failures: readonly unknown[], { asked, log }: { asked: number; log: Logger }): void {
  if (failures.length > 0 && failures.length === asked) throw failures[0]
  for (const failure of failures) log.warn({ reason: String(failure) }, 'a feed could not be read')
}

/** An entry as a document; one without a title and an address is none. */
function foundEntry(entry: FeedEntry): readonly FoundDocument[] {
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

/** Entries that have words of a query, with the share that they have, the best and newest first, each once. */
function bestEntries(entries: readonly FoundDocument[], query: string): readonly FoundDocument[] {
  const all = wordsOf(query)
  const telling = all.filter(isTellingWord)
  const words = new Set(telling.length > 0 ? telling : all)
  const scored = entries.map((entry) => ({ ...entry, score: scoreOf(entry, words) })).filter(({ score }) => score > 0)
  scored.sort((one, other) => other.score - one.score || timeOf(other) - timeOf(one))
  return [...Map.groupBy(scored, ({ id }) => id).values()].flatMap(([first]) => first ?? [])
}

function scoreOf({ title, snippet = '' }: FoundDocument, words: ReadonlySet<string>): number {
  const [inTitle, inText] = [new Set(wordsOf(title)), new Set(wordsOf(snippet))]
  const worth = [...words].reduce((sum, word) => sum + (inTitle.has(word) ? 1 : inText.has(word) ? 0.5 : 0), 0)
  return words.size === 0 ? 0 : worth / words.size
}

function timeOf({ publishedAt = '' }: FoundDocument): number {
  return Date.parse(publishedAt) || 0
}
