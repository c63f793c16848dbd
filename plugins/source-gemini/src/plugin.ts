import { type Plugin, askSource, definePlugin, sourceKey, sourceUrl } from '@datacortex/plugin'
import { GeminiAnswer, writtenBy } from './gemini-answer.ts'
import { geminiRequest } from './gemini-request.ts'
import { GeminiSettings } from './gemini-settings.ts'

const source = 'Gemini'

/** Writes with Gemini. It has no tools, and what it works on is fenced as data. */
export const plugin: Plugin<'source', GeminiSettings> = definePlugin({
  name: 'source-gemini',
  kind: 'source',
  config: GeminiSettings,
  setup({ config, fetch, now, secret }) {
    return {
      async generate(request, { signal }) {
        signal.throwIfAborted()
        const key = await sourceKey(secret, { source, name: 'GEMINI_API_KEY' })
        const init = {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-goog-api-key': key },
          body: JSON.stringify(geminiRequest(request)),
        }
        const url = sourceUrl(config.base_url, `/models/${config.model}:generateContent`)
        const answer = await askSource(url, GeminiAnswer, { source, fetch, now, signal, init, secrets: [key] })
        return writtenBy(answer, { source, config, isJson: request.schema !== undefined })
      },
    }
  },
})
