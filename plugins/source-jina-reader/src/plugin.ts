import type { Plugin, SourceSettings } from '@datacortex/plugin'
import { KeyedSourceSettings, askSource, definePlugin, sourceUrl } from '@datacortex/plugin'
import { JinaAnswer, readPage } from './jina-answer.ts'
import { publicAddress } from './public-address.ts'

const source = 'Jina Reader'

/**
 * Reads a page as Markdown. The provider fetches it and so sees its address; addresses inside a network stay here.
 *
 * @example const { text } = await jina.read('https://example.org/tides', { signal })
 * @see https://jina.ai/reader
 */
export const plugin: Plugin<'source', SourceSettings> = definePlugin({
  name: 'source-jina-reader',
  kind: 'source',
  config: KeyedSourceSettings,
  setup({ config, fetch, now, secret }) {
    return {
      async read(address, { signal }) {
        signal.throwIfAborted()
        const url = publicAddress(address, { source })
        const key = await secret('JINA_API_KEY')
        const init = {
          method: 'POST',
          headers: {
            accept: 'application/json',
            'content-type': 'application/json',
            // Neither kept nor counted there.
            dnt: '1',
            ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify({ url }),
        }
        const target = sourceUrl(config.base_url, '/')
        const answer = await askSource(target, JinaAnswer, { source, fetch, now, signal, init, secrets: [key] })
        return readPage(answer, { url, source })
      },
    }
  },
})
