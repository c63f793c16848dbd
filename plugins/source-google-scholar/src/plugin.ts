import {
  KeyedSourceSettings,
  askSource,
  definePlugin,
  goodItems,
  pluginError,
  saidByServer,
  sourceKey,
  sourceUrl,
} from '@datacortex/plugin'
import type { Plugin, SourceSettings } from '@datacortex/plugin'
import { ScholarAnswer, ScholarResult, foundPaper } from './scholar-answer.ts'

const source = 'Google Scholar'

/** Finds papers in Google Scholar. SerpAPI takes its key in the address, so it is kept out of every error. */
export const plugin: Plugin<'source', SourceSettings> = definePlugin({
  name: 'source-google-scholar',
  kind: 'source',
  config: KeyedSourceSettings,
  setup({ config, fetch, now, log, secret }) {
    return {
      async search(query, { signal, limit }) {
        signal.throwIfAborted()
        const key = await sourceKey(secret, { source, name: 'SERPAPI_KEY' })
        const search = { engine: 'google_scholar', q: query, num: Math.min(limit, 20), api_key: key }
        const url = sourceUrl(config.base_url, '/search.json', search)
        const answer = await askSource(url, ScholarAnswer, { source, fetch, now, signal, secrets: [key] })
        const { error } = answer
        // "Google hasn't returned any results for this query." is no failure.
        if (typeof error === 'string' && !/returned any results/i.test(error)) {
          const reason = saidByServer(error, { key }).slice(0, 200).replace(/\.$/, '')
          throw pluginError('SOURCE_FAILED', { source, status: 200, reason, transient: false })
        }
        const papers = goodItems(answer.organic_results ?? [], ScholarResult, { source, log })
        const documents = new Map(papers.map(foundPaper).map((paper) => [paper.id, paper]))
        return { documents: [...documents.values()].slice(0, limit) }
      },
    }
  },
})
