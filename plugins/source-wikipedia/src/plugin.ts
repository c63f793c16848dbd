import { SourceSettings, askSource, definePlugin, goodItems, pluginError, sourceUrl } from '@datacortex/plugin'
import type { Plugin } from '@datacortex/plugin'
import { titleOfAddress } from './title-of-address.ts'
import { WikiAnswer, WikiPage, foundPage, readPage } from './wiki-page.ts'

const source = 'Wikipedia'

/** Finds articles of a MediaWiki with their introductions, and reads them. */
export const plugin: Plugin<'source', SourceSettings> = definePlugin({
  name: 'source-wikipedia',
  kind: 'source',
  config: SourceSettings,
  setup({ config, fetch, now, log }) {
    const ask = async (query: Readonly<Record<string, string | number>>, signal: AbortSignal) => {
      const url = sourceUrl(config.base_url, '', { action: 'query', format: 'json', formatversion: 2, ...query })
      const { error, query: found } = await askSource(url, WikiAnswer, { source, fetch, now, signal })
      if (error?.code === undefined) return goodItems(found?.pages ?? [], WikiPage, { source, log })
      const reason = `${error.code}: ${error.info ?? ''}`
      throw pluginError('SOURCE_FAILED', { source, status: 200, reason, transient: busy.has(error.code) })
    }
    return {
      async search(query, { signal, limit }) {
        const count = Math.min(limit, 20)
        const gsrsearch = query.trim().slice(0, 300).toWellFormed()
        const search = { generator: 'search', gsrsearch, gsrlimit: count, prop: 'extracts|info', inprop: 'url' }
        const pages = await ask({ ...search, exintro: 1, explaintext: 1, exlimit: count }, signal)
        // The pages come by their ids; `index` is the order of the search.
        const best = pages.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0))
        return { documents: best.flatMap((page) => foundPage(page, config.base_url)).slice(0, limit) }
      },
      async read(url, { signal }) {
        const titles = titleOfAddress(url, { base: config.base_url, source })
        const query = { titles, prop: 'extracts|info|revisions', inprop: 'url', rvprop: 'timestamp', redirects: 1 }
        const pages = await ask({ ...query, explaintext: 1, exsectionformat: 'wiki' }, signal)
        return readPage(pages[0], { title: titles, source })
      },
    }
  },
})

// https://www.mediawiki.org/wiki/API:Errors_and_warnings
const busy: ReadonlySet<string> = new Set(['maxlag', 'ratelimited', 'readonly', 'cirrussearch-too-busy-error'])
