import {
  KeyedSourceAddress,
  askSource,
  definePlugin,
  goodItems,
  sourceKey,
  sourceUrl,
  type Plugin,
  type SourceAnswer,
  type FoundDocument,
  plainText,
  publishedAt,
  webUrl,
} from '@datacortex/plugin'
import { z } from 'zod'

const PerplexitySettings = z.strictObject({
  /** Up to `/search` and `/chat/completions`. */
  base_url: KeyedSourceAddress,
  models: z.strictObject({ quick: z.string().min(1), deep: z.string().min(1) }),
  /** Longest answer of a model. */
  max_tokens: z.number().int().min(1).max(100_000),
})

const source = 'Perplexity'

/** Searches the web; with a depth, a model writes an answer beside the pages it was made of. */
export const plugin: Plugin<'source', z.infer<typeof PerplexitySettings>> = definePlugin({
  name: 'source-perplexity',
  kind: 'source',
  config: PerplexitySettings,
  setup({ config, fetch, now, log, secret }) {
    const ask = async <T>(path: string, schema: z.ZodType<T>, { body, signal }: Request): Promise<T> => {
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
        const pages = answer.search_results ?? (answer.citations ?? []).map((url) => ({ url }))
        const results = goodItems(pages, WebResult, { source, log })
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

const text = z.string().nullish()

type WebResult = z.infer<typeof WebResult>

const WebResult = z.object({
  url: z.string().transform(webUrl).pipe(z.string('must be an address of the web')),
  title: text,
  snippet: text,
  date: text,
})

/** An answer of the search; its results are checked one by one. */
const SearchAnswer = z.object({ results: z.array(z.unknown()) })

/** An answer of a model, with the pages it was made of; older ones have addresses alone. */
const SonarAnswer = z
  .object({
    /** Absent, or without a text, where the model had no words for the pages. */
    choices: z
      .array(z.object({ message: z.object({ content: z.string().nullish() }).nullish() }))
      .nullish()
      .catch(undefined),
    search_results: z.array(z.unknown()).nullish(),
    citations: z.array(z.unknown()).nullish(),
    usage: z
      .object({
        cost: z
          .object({ total_cost: z.number().min(0).nullish() })
          .nullish()
          .catch(undefined),
      })
      .nullish()
      .catch(undefined),
  })
  .refine(
    ({ choices, search_results: results, citations }) => (choices ?? []).length > 0 || (results ?? citations) != null,
    'there is neither a choice nor a page',
  )

/** Pages as documents, each once. */
function foundResults(results: readonly WebResult[]): readonly FoundDocument[] {
  const found = results.map(({ url, title, snippet, date }): FoundDocument => ({
    id: url,
    title: plainText(title ?? '') || url,
    url,
    snippet: plainText(snippet ?? '') || undefined,
    publishedAt: publishedAt(date),
  }))
  return [...new Map(found.map((document) => [document.id, document])).values()]
}
