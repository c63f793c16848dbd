import {
  KeyedSourceSettings,
  askSource,
  definePlugin,
  isPublicAddress,
  pluginError,
  sourceUrl,
  webUrl,
} from '@datacortex/plugin'
import type { Plugin, SourceSettings } from '@datacortex/plugin'
import { JinaAnswer, readPage } from './jina-answer.ts'

const source = 'Jina Reader'

/** Reads a page as Markdown. The provider fetches it and so sees its address; addresses inside a network stay here. */
export const plugin: Plugin<'source', SourceSettings> = definePlugin({
  name: 'source-jina-reader',
  kind: 'source',
  config: KeyedSourceSettings,
  setup({ config, fetch, now, secret }) {
    return {
      async read(address, { signal }) {
        signal.throwIfAborted()
        const url = webUrl(address)
        if (url === undefined || !isPublicAddress(url)) {
          const unnamed = 'its host has no public name, so the provider is not asked for it'
          const reason = url === undefined ? 'it is no address of the web' : unnamed
          throw pluginError('SOURCE_ADDRESS_REFUSED', { source, url: address.slice(0, 300), reason })
        }
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
