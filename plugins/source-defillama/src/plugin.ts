import { SourceAddress, askSource, definePlugin, goodItems, sourceUrl } from '@datacortex/plugin'
import type { FoundDocument, Plugin } from '@datacortex/plugin'
import { z } from 'zod'
import { asksForYields, bestOf, queryWords } from './match-words.ts'
import { Pool, PoolList, foundPool, poolTexts } from './pool.ts'
import { Protocol, foundProtocol, protocolTexts } from './protocol.ts'

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
    const protocols = async (query: string, signal: AbortSignal): Promise<readonly FoundDocument[]> => {
      const url = sourceUrl(config.base_url, '/protocols')
      const all = await askSource(url, z.array(z.unknown()), { source, fetch, now, signal, maxBytes })
      const good = goodItems(all, Protocol, { source, log })
      const best = bestOf(good, { words: queryWords(query), textsOf: protocolTexts, size: ({ tvl }) => tvl ?? 0 })
      return best.map(({ item, score }) => foundProtocol(item, score))
    }
    const pools = async (query: string, signal: AbortSignal): Promise<readonly FoundDocument[]> => {
      const url = sourceUrl(config.yields_url, '/pools')
      const { data } = await askSource(url, PoolList, { source, fetch, now, signal, maxBytes })
      const good = goodItems(data, Pool, { source, log })
      const best = bestOf(good, { words: queryWords(query), textsOf: poolTexts, size: ({ tvlUsd }) => tvlUsd ?? 0 })
      return best.map(({ item, score }) => foundPool(item, score))
    }
    return {
      async search(query, { signal, limit }) {
        signal.throwIfAborted()
        const found = [...(await protocols(query, signal))]
        if (asksForYields(query)) found.push(...(await pools(query, signal)))
        const unique = [...new Map(found.map((document) => [document.id, document])).values()]
        return { documents: unique.toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0)).slice(0, limit) }
      },
    }
  },
})
