import {
  KeyedSourceAddress,
  askSource,
  definePlugin,
  goodItems,
  sourceKey,
  sourceUrl,
  type Plugin,
  type FoundDocument,
  plainText,
  publishedAt,
  webUrl,
} from '@datacortex/plugin'
import { z } from 'zod'

const ExaSettings = z.strictObject({
  /** Up to `/search`. */
  base_url: KeyedSourceAddress,
  /** Longest text of a page, in characters; 0 asks for passages only. */
  max_characters: z.number().int().min(0).max(100_000),
})

const source = 'Exa'

/** Finds pages by meaning, with their text. @see https://exa.ai/docs/reference/search */
export const plugin: Plugin<'source', z.infer<typeof ExaSettings>> = definePlugin({
  name: 'source-exa',
  kind: 'source',
  config: ExaSettings,
  setup: ({ config, fetch, now, log, secret }) => ({
    async search(query, { signal, limit }) {
      const key = await sourceKey(secret, { source, name: 'EXA_API_KEY' })
      const { max_characters: maxCharacters, base_url: base } = config
      const contents = { highlights: true, ...(maxCharacters === 0 ? {} : { text: { maxCharacters } }) }
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ query, type: 'auto', numResults: Math.min(limit, 100), contents }),
      }
      const url = sourceUrl(base, '/search')
      const answer = await askSource(url, ExaAnswer, { source, fetch, now, signal, init, secrets: [key] })
      const results = goodItems(answer.results, ExaResult, { source, log })
      const found = results.map((result) => foundResult(result, maxCharacters))
      const documents = new Map(found.map((one) => [one.id, one]))
      return { documents: [...documents.values()].slice(0, limit), cost_usd: answer.costDollars?.total ?? undefined }
    },
  }),
})

const text = z.string().nullish()

type ExaResult = z.infer<typeof ExaResult>

const ExaResult = z.object({
  url: z.string().transform(webUrl).pipe(z.string('must be an address of the web')),
  title: text,
  publishedDate: text,
  author: text,
  score: z.number().nullish(),
  text,
  highlights: z.array(z.string()).nullish(),
})

/** An answer; its results are checked one by one. */
const ExaAnswer = z.object({
  results: z.array(z.unknown()),
  costDollars: z
    .object({ total: z.number().min(0).nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
})

/** A page as a document. A text that reaches the limit was cut off there, and is no whole one. */
function foundResult(result: ExaResult, maxCharacters: number): FoundDocument {
  const { url, score } = result
  const text = (result.text ?? '').trim()
  const passages = (result.highlights ?? []).map(plainText).filter((passage) => passage !== '')
  const snippet = passages.length > 0 ? passages.join(' … ') : plainText(text).slice(0, 500).trim()
  const author = plainText(result.author ?? '')
  return {
    id: url,
    title: plainText(result.title ?? '') || url,
    url,
    snippet: snippet || undefined,
    text: text === '' || text.length >= maxCharacters ? undefined : text,
    // Exa gives days as midnight.
    publishedAt: publishedAt(result.publishedDate)?.replace(/T00:00:00\.000Z$/, ''),
    authors: author === '' ? undefined : [author],
    score: typeof score === 'number' && score >= 0 && score <= 1 ? score : undefined,
  }
}
