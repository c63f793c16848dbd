import { type Plugin, SourceSettings, askSource, definePlugin, goodItems, sourceUrl } from '@datacortex/plugin'
import { arxivQuery } from './arxiv-query.ts'
import { AtomEntry, AtomFeed, foundPreprint, parseAtom, refuseErrorEntry } from './atom-feed.ts'

const source = 'arXiv'

/** Searches arXiv by its Atom interface. @see https://info.arxiv.org/help/api/user-manual.html */
export const plugin: Plugin<'source', SourceSettings> = definePlugin({
  name: 'source-arxiv',
  kind: 'source',
  config: SourceSettings,
  setup({ config, fetch, now, log }) {
    return {
      async search(query, { signal, limit }) {
        signal.throwIfAborted()
        const search_query = arxivQuery(query)
        if (search_query === undefined) return { documents: [] }
        const page = { start: 0, max_results: Math.min(limit, 100), sortBy: 'relevance', sortOrder: 'descending' }
        const url = sourceUrl(config.base_url, '/query', { search_query, ...page })
        const { feed } = await askSource(url, AtomFeed, { source, fetch, now, signal, parse: parseAtom })
        const entries = goodItems(feed.entry, AtomEntry, { source, log })
        refuseErrorEntry(entries, { source })
        const documents = new Map(entries.flatMap(foundPreprint).map((found) => [found.id, found]))
        return { documents: [...documents.values()].slice(0, limit) }
      },
    }
  },
})
