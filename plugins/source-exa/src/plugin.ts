import { KeyedSourceAddress, askSource, definePlugin, goodItems, sourceKey, sourceUrl } from '@datacortex/plugin'
import type { Plugin } from '@datacortex/plugin'
import { z } from 'zod'
import { ExaAnswer, ExaResult, foundResult } from './exa-answer.ts'

export type ExaSettings = z.infer<typeof ExaSettings>

const ExaSettings = z.strictObject({
  /** Up to `/search`. */
  base_url: KeyedSourceAddress,
  /** Longest text of a page, in characters; 0 asks for passages only. */
  max_characters: z.number().int().min(0).max(100_000),
})

const source = 'Exa'

/** Finds pages by meaning, with their text. @see https://exa.ai/docs/reference/search */
export const plugin: Plugin<'source', ExaSettings> = definePlugin({
  name: 'source-exa',
  kind: 'source',
  config: ExaSettings,
  setup({ config, fetch, now, log, secret }) {
    return {
      async search(query, { signal, limit }) {
        signal.throwIfAborted()
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
    }
  },
})
