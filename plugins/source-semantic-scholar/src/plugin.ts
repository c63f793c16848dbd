import { KeyedSourceSettings, askSource, definePlugin, goodItems, sourceUrl } from '@datacortex/plugin'
import type { Plugin, SourceSettings } from '@datacortex/plugin'
import { Paper, PaperPage, foundPaper, paperFields } from './paper.ts'

const source = 'Semantic Scholar'

/** Finds papers with their ids, abstracts and open copies. @see https://api.semanticscholar.org/api-docs/graph */
export const plugin: Plugin<'source', SourceSettings> = definePlugin({
  name: 'source-semantic-scholar',
  kind: 'source',
  config: KeyedSourceSettings,
  setup({ config, fetch, now, log, secret }) {
    return {
      async search(query, { signal, limit }) {
        signal.throwIfAborted()
        const key = await secret('S2_API_KEY')
        const init = key === undefined ? {} : { headers: { 'x-api-key': key } }
        // Terms with hyphens find nothing there.
        const search = { query: query.replaceAll('-', ' '), limit: Math.min(limit, 100), fields: paperFields }
        const url = sourceUrl(config.base_url, '/graph/v1/paper/search', search)
        const { data } = await askSource(url, PaperPage, { source, fetch, now, signal, init, secrets: [key] })
        const papers = goodItems(data ?? [], Paper, { source, log })
        const documents = new Map(papers.map(foundPaper).map((paper) => [paper.id, paper]))
        return { documents: [...documents.values()].slice(0, limit) }
      },
    }
  },
})
