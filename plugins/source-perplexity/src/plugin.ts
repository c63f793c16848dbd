import { KeyedSourceAddress, askSource, definePlugin, goodItems, sourceKey, sourceUrl } from '@datacortex/plugin'
import type { Plugin, SourceAnswer } from '@datacortex/plugin'
import { z } from 'zod'
import { SearchAnswer, SonarAnswer, WebResult, citedResults, foundResults } from './perplexity-answer.ts'

export type PerplexitySettings = z.infer<typeof PerplexitySettings>

const PerplexitySettings = z.strictObject({
  /** Up to `/search` and `/chat/completions`. */
  base_url: KeyedSourceAddress,
  models: z.strictObject({ quick: z.string().min(1), deep: z.string().min(1) }),
  /** Longest answer of a model. */
  max_tokens: z.number().int().min(1).max(100_000),
})

const source = 'Perplexity'

/** Searches the web; with a depth, a model writes an answer beside the pages it was made of. */
export const plugin: Plugin<'source', PerplexitySettings> = definePlugin({
  name: 'source-perplexity',
  kind: 'source',
  config: PerplexitySettings,
  setup({ config, fetch, now, log, secret }) {
    const ask = async <T>(path: string, schema: z.ZodType<T>, { body, signal }: Request): Promise<T> => {
      signal.throwIfAborted()
      const key = await sourceKey(secret, { source, name: 'PERPLEXITY_API_KEY' })
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const url = sourceUrl(config.base_url, path)
      return await askSource(url, schema, { source, fetch, now, signal, init, secrets: [key] })
    }
    return {
      async search(query, { signal, limit, depth }): Promise<SourceAnswer> {
        if (depth === undefined) {
          const body = { query, max_results: Math.min(limit, 20) }
          const { results } = await ask('/search', SearchAnswer, { body, signal })
          return { documents: foundResults(goodItems(results, WebResult, { source, log })).slice(0, limit) }
        }
        const { [depth]: model } = config.models
        const body = { model, max_tokens: config.max_tokens, messages: [{ role: 'user', content: query }] }
        const answer = await ask('/chat/completions', SonarAnswer, { body, signal })
        const results = goodItems(citedResults(answer), WebResult, { source, log })
        return {
          documents: foundResults(results).slice(0, limit),
          answer: answer.choices?.[0]?.message?.content?.trim() || undefined,
          cost_usd: answer.usage?.cost?.total_cost ?? undefined,
        }
      },
    }
  },
})

type Request = { readonly body: Readonly<Record<string, unknown>>; readonly signal: AbortSignal }
