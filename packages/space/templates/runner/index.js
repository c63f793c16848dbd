import { SourceSettings, askSource, definePlugin, sourceUrl } from '@datacortex/plugin'
import { z } from 'zod'

const Answer = z.object({ text: z.string() })

export const plugin = definePlugin({
  name: 'my-module',
  kind: 'runner',
  config: SourceSettings,
  setup: ({ config, fetch, now }) => ({
    // `prompt` is all of it as one text; `agent.prompt` and `request` are its two halves.
    async run({ prompt }, { signal }) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ prompt }) }
      return await askSource(sourceUrl(config.base_url, '/run'), Answer, {
        source: 'My module',
        fetch,
        now,
        signal,
        init,
      })
    },
  }),
})
