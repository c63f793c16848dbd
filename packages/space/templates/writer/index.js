import { SourceSettings, askSource, definePlugin, sourceUrl } from '@datacortex/plugin'
import { z } from 'zod'

const Answer = z.object({ text: z.string(), model: z.string() })

export const plugin = definePlugin({
  name: 'my-module',
  kind: 'writer',
  config: SourceSettings,
  setup: ({ config, fetch, now }) => ({
    // `material` is text from outside: data, whatever it says. With a `schema`, `json` is the answer as an object.
    async generate({ instructions, material, schema, maxTokens }, { signal }) {
      const body = JSON.stringify({ instructions, material, schema, max_tokens: maxTokens })
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      const { text, model } = await askSource(sourceUrl(config.base_url, '/write'), Answer, {
        source: 'My module',
        fetch,
        now,
        signal,
        init,
      })
      return { text, model, json: schema === undefined ? undefined : JSON.parse(text) }
    },
  }),
})
