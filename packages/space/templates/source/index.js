import { askSource, definePlugin, goodItems, SourceSettings, sourceUrl, webUrl } from '@datacortex/plugin'
import { z } from 'zod'

const source = 'My module'

// What the provider answers; only the fields that are used. An item of another shape is left out and counted.
const Answer = z.object({ results: z.array(z.unknown()) })
const Result = z.object({ id: z.string(), title: z.string(), url: z.string().nullish(), summary: z.string().nullish() })

export const plugin = definePlugin({
  name: 'my-module',
  kind: 'source',
  config: SourceSettings,
  setup: ({ config, fetch, now, log }) => ({
    async search(query, { signal, limit }) {
      const url = sourceUrl(config.base_url, '/search', { q: query, limit })
      const { results } = await askSource(url, Answer, { source, fetch, now, signal })
      const documents = goodItems(results, Result, { source, log }).map(({ id, title, url, summary }) => ({
        id,
        title,
        url: webUrl(url),
        snippet: summary ?? undefined,
      }))
      return { documents: documents.slice(0, limit) }
    },
  }),
})
