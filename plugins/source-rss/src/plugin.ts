import { askSource, definePlugin, pluginError, webUrl } from '@datacortex/plugin'
import type { FoundDocument, Logger, Plugin } from '@datacortex/plugin'
import { type Feed, readFeed } from '@datacortex/text/xml'
import { z } from 'zod'
import { bestEntries } from './best-entries.ts'
import { foundEntry } from './feed-entry.ts'

export type RssSettings = z.infer<typeof RssSettings>

const RssSettings = z.strictObject({
  /** Addresses of feeds, RSS 0.9 to 2.0 or Atom. */
  feeds: z
    .array(z.string().refine((text) => webUrl(text) !== undefined, 'must be an http or https address without user'))
    .max(50),
})

// Feeds that are asked for at the same time.
const concurrency = 5

/** Searches the entries of some feeds for words; one broken feed costs only itself. */
export const plugin: Plugin<'source', RssSettings> = definePlugin({
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
