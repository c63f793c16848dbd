import { type Plugin, SourceAddress, askSource, definePlugin, goodItems, sourceUrl } from '@datacortex/plugin'
import { z } from 'zod'
import { asksForYields, bestOf, queryWords } from './match-words.ts'
import { Pool, PoolList, ofPools } from './pool.ts'
import { Protocol, ofProtocols } from './protocol.ts'

const DefillamaSettings = z.strictObject({
  /** Up to `/protocols`. */
  base_url: SourceAddress,
  /** Up to `/pools`; yields have a host of their own. */
  yields_url: SourceAddress,
})

const source = 'DefiLlama'

// The list of all protocols, which can't be asked for in part.
const maxBytes = 50_000_000

/** Metrics of protocols, and of pools if the query is about yields. It gives everything; the words are sought here. */
export const plugin: Plugin<'source', z.infer<typeof DefillamaSettings>> = definePlugin({
  name: 'source-defillama',
  kind: 'source',
  config: DefillamaSettings,
  setup({ config, fetch, now, log }) {
    const good = <T>(items: readonly unknown[], schema: z.ZodType<T>) => goodItems(items, schema, { source, log })
    return {
      async search(query, { signal, limit }) {
        const words = queryWords(query)
        const asked = { source, fetch, now, signal, maxBytes }
        const all = await askSource(sourceUrl(config.base_url, '/protocols'), z.array(z.unknown()), asked)
        const found = [...bestOf(good(all, Protocol), { ...ofProtocols, words })]
        if (asksForYields(query)) {
          const { data } = await askSource(sourceUrl(config.yields_url, '/pools'), PoolList, asked)
          found.push(...bestOf(good(data, Pool), { ...ofPools, words }))
        }
        const unique = [...new Map(found.map((document) => [document.id, document])).values()]
        return { documents: unique.toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0)).slice(0, limit) }
      },
    }
  },
})
